import { expect, test } from 'vitest';
import type { Snapshot } from '@comet/tunnel-protocol';
import { fixtures } from '../../fixtures.ts';
import { canLetOut, homeClock, homeView } from './home-view.ts';

const connected = fixtures['connected'] as Snapshot;
const since = Date.parse(connected.tunnel.since);
const lineAfter = (seconds: number) => homeView(connected, since + seconds * 1000).line;

test('shows the connection time in whole minutes', () => {
  expect([0, 59, 60, 2527, 3600, 97_620].map(lineAfter)).toEqual([
    'Under a minute',
    'Under a minute',
    '1 min',
    '42 min',
    '1 h 0 min',
    '27 h 7 min',
  ]);
  // A clock that was set back is no reason for a time below nothing.
  expect(lineAfter(-30)).toBe('Under a minute');
});

test('updates each minute while connected, each second until a deadline, and not otherwise', () => {
  expect(homeClock(connected)).toEqual({ from: since, step: 60_000 });
  const retryAt = '2026-11-23T00:00:07.000Z';
  const failed: Snapshot = {
    ...connected,
    tunnel: { state: 'error', since: retryAt, reason: 'gateway_unreachable', blocking: true, retryAt },
  };
  expect(homeClock(failed)).toEqual({ from: Date.parse(retryAt), step: 1000 });
  const off: Snapshot = { ...connected, tunnel: { state: 'disconnected', since: retryAt } };
  expect(homeClock(off)).toBeNull();
  expect(homeClock({ ...off, settings: { ...off.settings, pausedUntil: retryAt } })?.step).toBe(1000);
});

test('offers to unblock traffic except under lockdown, where it offers to connect', () => {
  const blocked = fixtures['blocked'] as Snapshot;
  const lockedDown = fixtures['locked-down'] as Snapshot;
  expect(canLetOut(blocked)).toBe(true);
  expect(canLetOut({ ...blocked, settings: lockedDown.settings })).toBe(false);
  expect(canLetOut(lockedDown)).toBe(false);
  expect(homeView(blocked, since).action).toBe('retry');
  expect(homeView(lockedDown, since).action).toBe('connect');
});

test('shows why the account refused the connection, and that traffic is not blocked', () => {
  const refused = fixtures['refused'] as Snapshot;
  expect(homeView(refused, since)).toMatchObject({
    headline: 'Not protected',
    line: 'Your account has no active plan. Your traffic isn’t blocked.',
    action: 'connect',
  });
  expect(canLetOut(refused)).toBe(false);
  expect(canLetOut(fixtures['plan-ended'] as Snapshot)).toBe(true);
});
