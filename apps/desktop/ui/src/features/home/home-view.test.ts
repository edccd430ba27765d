import { expect, test } from 'vitest';
import type { BlockReason, Snapshot } from '@comet/tunnel-protocol';
import { fixtures } from '../../fixtures.ts';
import { canUnblock, failureLine, homeClock, homeView, remedyOf } from './home-view.ts';

const connected = fixtures['connected'] as Snapshot;
const since = Date.parse(connected.tunnel.since);
const lineAfter = (seconds: number) => homeView(connected, since + seconds * 1000).line;

test('shows the connection time in whole minutes', () => {
  expect([0, 59, 60, 2527, 3600, 97_620].map(lineAfter)).toEqual([
    'Under a minute',
    'Under a minute',
    '1\u00a0min',
    '42\u00a0min',
    '1\u00a0h 0\u00a0min',
    '27\u00a0h 7\u00a0min',
  ]);
  // A clock that was set back must not cause a negative duration.
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
  expect(canUnblock(blocked)).toBe(true);
  expect(canUnblock({ ...blocked, settings: lockedDown.settings })).toBe(false);
  expect(canUnblock(lockedDown)).toBe(false);
  expect(homeView(blocked, since).action).toBe('retry');
  expect(homeView(lockedDown, since).action).toBe('connect');
});

test('shows why the account refused the connection, and that traffic is not blocked', () => {
  const refused = fixtures['refused'] as Snapshot;
  expect(homeView(refused, since)).toMatchObject({
    headline: 'Not protected',
    line: 'Your account has no active plan. Your traffic isn’t blocked.',
    action: 'step',
  });
  expect(canUnblock(refused)).toBe(false);
  expect(canUnblock(fixtures['plan-ended'] as Snapshot)).toBe(true);
});

const failed = (reason: BlockReason, settings = connected.settings): Snapshot => ({
  ...connected,
  settings,
  tunnel: { state: 'error', since: '2026-11-23T00:00:07.000Z', reason, blocking: true, retryAt: null },
});

test('the main button is the remedy where a retry fails without it, and a retry otherwise', () => {
  const main = (reason: BlockReason) => {
    const snapshot = failed(reason);
    return homeView(snapshot, since).action === 'step' ? remedyOf(snapshot)?.stepLabel : 'Try again';
  };
  expect(main('subscription_required')).toBe('Renew plan');
  expect(main('device_limit_reached')).toBe('View devices');
  expect(main('residential_data_required')).toBe('Buy data');
  expect(main('authentication_failed')).toBe('Sign in');
  expect(main('gateway_unreachable')).toBe('Try again');
  expect(main('location_unavailable')).toBe('Try again');
});

test('a plan that ended during a connection is renewed; before a connection, one is chosen', () => {
  expect(failureLine(failed('subscription_required'))).toBe('Your plan has ended. Your traffic is blocked.');
  expect(remedyOf(fixtures['refused'] as Snapshot)?.stepLabel).toBe('Choose a plan');
  // Under lockdown, a refusal before any connection blocks traffic, too.
  const lockedDown = { ...connected.settings, lockdown: true };
  expect(remedyOf(failed('subscription_required', lockedDown))?.stepLabel).toBe('Choose a plan');
});

test('mentions once that traffic is blocked under lockdown', () => {
  expect(failureLine(fixtures['locked-down'] as Snapshot)).toBe(
    'Lockdown is on, so all traffic is blocked until you connect.',
  );
});
