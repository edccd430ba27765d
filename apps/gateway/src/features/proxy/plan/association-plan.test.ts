import { err, ok } from '@comet/foundation';
import { expect, test } from 'vitest';
import { Exit } from '../egress/exits.ts';
import { mayTryAnotherExit, planAssociation } from './association-plan.ts';

const pickedWith = (ipv6: string | null) =>
  ok({
    exit: new Exit({
      ...{ id: 'e1', kind: 'node', country: 'DE', city: null, use: 'shared', healthy: true, load: 0 },
      outlet: { kind: 'local', ipv4: '192.0.2.1', ipv6, resolver: '192.0.2.53' },
      caps: { bytesPerSecond: null, dayBytes: null },
      rules: { ports: [], networks: [], names: [] },
    }),
    token: '',
  });
const none: ReadonlySet<string> = new Set();

test('binds through the picked exit', () => {
  const picked = pickedWith(null);
  expect(planAssociation(picked, { unable: none, hasSession: false })).toEqual({
    ...{ kind: 'bind', by: picked.value, needsIpv6Exit: false },
  });
});

test('a session whose exit has no IPv6 needs a second exit', () => {
  const state = { unable: none, hasSession: true };
  expect(planAssociation(pickedWith(null), state)).toMatchObject({ needsIpv6Exit: true });
  expect(planAssociation(pickedWith('2001:db8::1'), state)).toMatchObject({ needsIpv6Exit: false });
});

test('refuses where all exits are unable, or none was picked', () => {
  const unable = new Set(['e1']);
  expect(planAssociation(pickedWith(null), { unable, hasSession: false })).toEqual({
    ...{ kind: 'refuse', refusal: 'udp_unavailable' },
  });
  expect(planAssociation(err('session_gone'), { unable: none, hasSession: true })).toEqual({
    ...{ kind: 'refuse', refusal: 'session_gone' },
  });
});

test('tries three exits, with a session only its own', () => {
  expect([1, 2, 3].map((tries) => mayTryAnotherExit(tries, false))).toEqual([true, true, false]);
  expect(mayTryAnotherExit(1, true)).toBe(false);
});
