import { manualClock } from '@comet/foundation';
import type { Transport } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { fakeStateFile } from '../../platform/files/state-file.fake.ts';
import { knownNetworks } from './known-networks.ts';

const tcp: Transport = { protocol: 'openvpn', variant: 'tcp' };
const tls: Transport = { protocol: 'openvpn', variant: 'tls' };
const minute = 60_000;
const day = 24 * 60 * minute;

function setUp() {
  const file = fakeStateFile();
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  const where = { id: 'cafe' as string | null };
  const network = () => Promise.resolve(where.id === null ? null : { isNamed: true, id: where.id });
  return { file, clock, where, known: knownNetworks(file, clock, network) };
}

test('tries the stored transport first on its network only', async () => {
  const { where, known } = setUp();
  await known.identify();
  expect(known.worked()).toBeNull();
  await known.remember(tls);
  expect(known.worked()).toEqual(tls);
  where.id = 'home';
  await known.identify();
  expect(known.worked()).toBeNull();
  where.id = 'cafe';
  await known.identify();
  expect(known.worked()).toEqual(tls);
});

test('stores another WireGuard port than the main one for a day, which replaces a fallback', async () => {
  const { clock, known } = setUp();
  await known.remember(tls);
  await known.remember({ protocol: 'wireguard', port: 443 });
  clock.advance(day - minute);
  expect(known.worked()).toEqual({ protocol: 'wireguard', port: 443 });
  await known.remember({ protocol: 'wireguard', port: 53 });
  expect(known.worked()).toEqual({ protocol: 'wireguard', port: 53 });
  clock.advance(day);
  expect(known.worked()).toBeNull();
});

test('stores another WireGuard transport than UDP for ten minutes, and WireGuard over UDP clears it', async () => {
  const { clock, known } = setUp();
  const over = { protocol: 'wireguard', over: 'tcp' } as const;
  await known.remember(over);
  clock.advance(9 * minute);
  expect(known.worked()).toEqual(over);
  await known.remember({ protocol: 'wireguard', over: 'quic' });
  expect(known.worked()).toEqual({ protocol: 'wireguard', over: 'quic' });
  clock.advance(minute);
  expect(known.worked()).toBeNull();
  await known.remember(over);
  await known.remember({ protocol: 'wireguard' });
  expect(known.worked()).toBeNull();
});

test('does not store the fastest transport, which clears the stored one', async () => {
  const { file, known } = setUp();
  await known.remember({ protocol: 'wireguard' });
  expect(file.current.passedWays?.ways ?? []).toEqual([]);
  await known.remember(tls);
  await known.remember({ protocol: 'wireguard' });
  expect(known.worked()).toBeNull();
});

test('retries the fastest transport after ten minutes, and stores a needed fallback again', async () => {
  const { clock, known } = setUp();
  await known.remember(tls);
  clock.advance(9 * minute);
  await known.remember(tls);
  expect(known.worked()).toEqual(tls);
  clock.advance(minute);
  expect(known.worked()).toBeNull();
  await known.remember(tls);
  expect(known.worked()).toEqual(tls);
});

test('another fallback does not delay the next retry of the fastest transport', async () => {
  const { clock, known } = setUp();
  await known.remember(tls);
  clock.advance(9 * minute);
  await known.remember(tcp);
  expect(known.worked()).toEqual(tcp);
  clock.advance(minute);
  expect(known.worked()).toBeNull();
});

test('discards an entry of a fast clock once the clock is corrected', async () => {
  const { clock, known } = setUp();
  await known.remember(tls);
  clock.advance(-minute);
  expect(known.worked()).toBeNull();
});

test('discards an entry that an earlier version stored for a week', async () => {
  const { file, clock, known } = setUp();
  await known.remember(tls);
  clock.advance(day);
  expect(file.current.passedWays?.ways).toHaveLength(1);
  expect(known.worked()).toBeNull();
});

test('an entry from a clock that was years ahead is valid no longer than others', async () => {
  const { clock, known } = setUp();
  clock.advance(3_650 * day);
  await known.remember(tls);
  clock.advance(-3_650 * day);
  expect(known.worked()).toBeNull();
  await known.remember(tls);
  expect(known.worked()).toEqual(tls);
});

test('the file does not reveal the networks', async () => {
  const [one, other] = [setUp(), setUp()];
  for (const { known } of [one, other]) await known.remember(tls);
  const [here] = one.file.current.passedWays?.ways ?? [];
  const [there] = other.file.current.passedWays?.ways ?? [];
  expect(JSON.stringify(here)).not.toContain('cafe');
  expect(here?.network).not.toBe(there?.network);
});

test('stores nothing for an unidentified network', async () => {
  const { file, where, known } = setUp();
  where.id = null;
  await known.remember(tls);
  expect(file.current.passedWays?.ways ?? []).toEqual([]);
});
