import { expect, test } from 'vitest';
import { decidePoll, type WaitingAuthorization } from './poll-decision.ts';
import { formatUserCode, newUserCode, plainUserCode } from './user-code.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const waiting: WaitingAuthorization = {
  state: 'pending',
  approvedBy: null,
  intervalSeconds: 5,
  lastPolledAt: secondsAgo(5),
  expiresAt: new Date(now.getTime() + 60_000),
};
const approved = { state: 'approved', approvedBy: 'a session' } as const;

test('a device that keeps the interval stays pending', () => {
  expect(decidePoll(waiting, now)).toEqual({ outcome: 'authorization_pending' });
  expect(decidePoll({ ...waiting, lastPolledAt: null }, now)).toEqual({ outcome: 'authorization_pending' });
});

test('increases the interval by five seconds for a device that polls too early, even after approval', () => {
  const hasty = { ...waiting, lastPolledAt: secondsAgo(1) };
  expect(decidePoll(hasty, now)).toEqual({ outcome: 'slow_down', intervalSeconds: 10 });
  expect(decidePoll({ ...hasty, ...approved }, now).outcome).toBe('slow_down');
});

test('returns the decision, and the reason where a code is no longer valid', () => {
  expect(decidePoll({ ...waiting, ...approved }, now)).toEqual({ outcome: 'approved' });
  expect(decidePoll({ ...waiting, ...approved, approvedBy: null }, now)).toEqual({
    outcome: 'authorization_revoked',
  });
  expect(decidePoll({ ...waiting, state: 'denied' }, now)).toEqual({ outcome: 'authorization_denied' });
  expect(decidePoll({ ...waiting, state: 'used' }, now)).toEqual({ outcome: 'device_code_used' });
  expect(decidePoll({ ...waiting, ...approved, expiresAt: now }, now)).toEqual({
    outcome: 'device_code_expired',
  });
});

test('a user code has eight consonants and survives being shown and typed', () => {
  const code = newUserCode();
  expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  expect(plainUserCode(formatUserCode(code).toLowerCase())).toBe(code);
});
