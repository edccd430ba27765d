import type { Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { scenes } from '../../scenes.ts';
import { countsOn } from './use-daemon.tsx';

const connected = scenes['connected'] as Snapshot;
const later = { ...connected, traffic: { received: 49_000_000, sent: 7_000_000, lastHandshake: null } };

test('counters that go on say nothing new', () => {
  expect(countsOn(connected, later)).toBe(true);
});

test('whatever else is different is new, also beside counters that went on', () => {
  expect(countsOn(connected, { ...later, favourites: [] })).toBe(false);
  expect(countsOn(connected, { ...later, quantumResistant: true })).toBe(false);
  expect(countsOn(connected, { ...later, seen: null })).toBe(false);
});

test('the beginning and the end of a tunnel are always new', () => {
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
