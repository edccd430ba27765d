import { err, ok } from '@comet/foundation';
import { expect, test } from 'vitest';
import { Exit } from '../egress/exits.ts';
import type { ExitView } from '../proxy-messages.ts';
import { type AttemptState, planAfterFailure, planAttempt } from './egress-plan.ts';

const exitWith = (ipv6: string | null, kind: ExitView['kind'] = 'node') =>
  new Exit({
    ...{ id: 'e1', kind, country: 'DE', city: null, use: 'shared', healthy: true, load: 0 },
    outlet: { kind: 'local', ipv4: '192.0.2.1', ipv6, resolver: '192.0.2.53' },
    caps: { bytesPerSecond: null, dayBytes: null },
    rules: { ports: [], networks: [], names: [] },
  });
const exit = exitWith(null);
const picked = ok({ exit, token: '' });
const state = (parts: Partial<AttemptState> = {}): AttemptState => ({
  ...{ last: 'exit_unavailable', failed: new Set(), needsIpv6: false, unable: null },
  ...{ isForbidden: () => false, hasOthers: () => false },
  ...parts,
});
const refuse = (refusal: string) => ({ kind: 'refuse', refusal });

test('connects through the picked exit', () => {
  expect(planAttempt(picked, state())).toEqual({ kind: 'connect', by: picked.value });
});

test('refuses with the reason why no exit was picked', () => {
  const none = err('exit_unavailable' as const);
  expect(planAttempt(none, state())).toEqual(refuse('exit_unavailable'));
  expect(planAttempt(none, state({ hasOthers: () => true }))).toEqual(refuse('no_ipv6'));
  expect(planAttempt(none, state({ isForbidden: () => true }))).toEqual(refuse('destination_refused'));
  expect(planAttempt(none, state({ last: 'name_unknown' }))).toEqual(refuse('name_unknown'));
});

test('refuses with the last failure once all exits have been tried', () => {
  const failed = new Set(['e1']);
  expect(planAttempt(picked, state({ failed, last: 'exit_failed' }))).toEqual(refuse('exit_failed'));
  expect(planAttempt(err('exit_unavailable'), state({ failed, last: 'exit_failed' }))).toEqual(
    refuse('exit_unavailable'),
  );
});

test('refuses an IPv6 destination at an exit without IPv6', () => {
  const ipv6 = { needsIpv6: true, unable: new Set(['e1']) };
  expect(planAttempt(picked, state(ipv6))).toEqual(refuse('no_ipv6'));
  expect(planAttempt(picked, state({ ...ipv6, unable: new Set() }))).toEqual(refuse('no_ipv6'));
  expect(planAttempt(picked, state({ ...ipv6, isForbidden: () => true }))).toEqual(
    refuse('destination_refused'),
  );
});

test('reports a failed exit and tries another, except where a session keeps its provider', () => {
  const plain = { needsIpv6: false, hasSession: false };
  const session = { needsIpv6: false, hasSession: true };
  const another = { next: 'try-another-exit', reportsExit: true };
  expect(planAfterFailure('exit_failed', exit, plain)).toEqual(another);
  expect(planAfterFailure('exit_failed', exit, session)).toEqual(another);
  expect(planAfterFailure('exit_failed', exitWith(null, 'upstream'), session)).toEqual({
    ...{ next: 'refuse', reportsExit: true },
  });
});

test('tries a name without IPv4 address through an exit with IPv6, once', () => {
  const state = { needsIpv6: false, hasSession: false };
  const refused = { next: 'refuse', reportsExit: false };
  expect(planAfterFailure('name_unknown', exit, state)).toEqual({
    ...{ next: 'try-ipv6-exit', reportsExit: false },
  });
  expect(planAfterFailure('name_unknown', exit, { ...state, needsIpv6: true })).toEqual(refused);
  expect(planAfterFailure('name_unknown', exitWith('2001:db8::1'), state)).toEqual(refused);
  expect(planAfterFailure('target_refused', exit, state)).toEqual(refused);
});
