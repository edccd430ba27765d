import type { Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { fixtures } from '../../fixtures.ts';
import { countsOn } from './use-daemon.tsx';

const connected = fixtures['connected'] as Snapshot;
const later = { ...connected, traffic: { received: 49_000_000, sent: 7_000_000, lastHandshake: null } };

test('increased counters are not a change', () => {
  expect(countsOn(connected, later)).toBe(true);
});

test('any other difference is a change, also with increased counters', () => {
  expect(countsOn(connected, { ...later, favourites: [] })).toBe(false);
  expect(countsOn(connected, { ...later, quantumResistant: true })).toBe(false);
  expect(countsOn(connected, { ...later, seen: null })).toBe(false);
});

test('start and end of a tunnel are changes', () => {
  const begun = { ...connected, traffic: null };
  const ending: Snapshot = {
    ...connected,
    tunnel: { state: 'disconnecting', since: connected.tunnel.since },
  };
  expect(countsOn(undefined, connected)).toBe(false);
  expect(countsOn(null, connected)).toBe(false);
  expect(countsOn(begun, connected)).toBe(false);
  expect(countsOn(connected, begun)).toBe(false);
  expect(countsOn(connected, null)).toBe(false);
  expect(countsOn(ending, ending)).toBe(false);
});
