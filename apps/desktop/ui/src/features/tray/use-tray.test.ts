import { expect, test } from 'vitest';
import { fixtures } from '../../fixtures.ts';
import { noticeOf } from './use-tray.ts';

const between = (before: string, after: string) =>
  noticeOf(fixtures[before] ?? null, fixtures[after] ?? null)?.title ?? null;

test('notifies of state changes, but not again of a requested disconnect', () => {
  expect(between('connected', 'blocked')).toBe('Blocked');
  expect(between('connecting', 'connected')).toBe('Connected');
  expect(between('connected', 'disconnected')).toBe('Not protected');
  expect(between('disconnecting', 'disconnected')).toBeNull();
  expect(between('connected', 'connected')).toBeNull();
  expect(between('away', 'connected')).toBeNull();
});

test('notifies of a connection refused by the account, with its reason', () => {
  const body = 'Your account has no active plan. Your traffic isn’t blocked.';
  for (const before of ['connecting', 'disconnecting'])
    expect(noticeOf(fixtures[before] ?? null, fixtures['refused'] ?? null)).toEqual({
      title: 'Not protected',
      body,
    });
});
