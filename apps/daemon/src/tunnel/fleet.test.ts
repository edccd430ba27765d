import { expect, test } from 'vitest';
import { simulateFleet } from '../../test/fleet/simulated-fleet.ts';
import { simulatedClient } from '../../test/simulation/simulated-client.ts';
import { virtualTime } from '../../test/simulation/virtual-time.ts';

/** Five hundred clients of a location with five gateways, one of which fails. The test uses no wall clock. */

const minute = 60_000;
const window = 10_000;

/** Park and Miller's generator: the same sequence in each run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

async function gatewayFailure(options: { readonly apiFails: boolean }) {
  const time = virtualTime(new Date('2026-11-21T10:00:00Z'));
  const fleet = simulateFleet(time, 5);
  const random = generator(7);
  const clients = Array.from({ length: 500 }, (_, index) => {
    const order = fleet.gateways.map(() => 10 + Math.floor(random() * 90));
    return simulatedClient(fleet, time, {
      sub: String(index).padStart(22, '0'),
      roundTrip: ({ id }) => order[Number(id.at(-1))] ?? 100,
      random,
    });
  });
  // They connect within ten minutes, and stay for a quarter of an hour before the failure.
  for (const client of clients) time.after(random() * 10 * minute, () => client.connect());
  await time.pass(25 * minute);
  const quiet = time.clock.now().getTime();
  await time.pass(15 * minute);
  const failedAt = time.clock.now().getTime();
  const [failing] = fleet.gateways;
  if (failing === undefined) throw new Error('no gateway');
  const lost = clients.filter((client) => client.uplink() === failing);
  const connected = clients.filter((client) => client.uplink() !== null).length;
  failing.alive = false;
  fleet.apiAway = options.apiFails;
  await time.pass(30_000);
  const back = lost.filter((client) => client.uplink() !== null && client.uplink() !== failing);
  await time.pass(4.5 * minute);
  const callsIn = (from: number, to: number) => fleet.calls.filter((at) => at >= from && at < to).length;
  const steady = callsIn(quiet, failedAt) / ((failedAt - quiet) / window);
  const windows = Array.from({ length: 300 }, (_, second) => failedAt + second * 1_000);
  const peak = Math.max(...windows.map((from) => callsIn(from, from + window)));
  return { connected, lost: lost.length, back: back.length, steady, peak };
}

test('moves 95 of 100 sessions of a failed gateway within half a minute, with few requests to the API', async () => {
  const { connected, lost, back, steady, peak } = await gatewayFailure({ apiFails: false });
  expect(connected).toBe(500);
  expect(lost).toBeGreaterThan(50);
  expect(back / lost).toBeGreaterThanOrEqual(0.95);
  expect(steady).toBeGreaterThan(0);
  expect(peak / steady).toBeLessThan(3);
}, 120_000);

test('does the same if the control plane is unreachable too', async () => {
  const { lost, back } = await gatewayFailure({ apiFails: true });
  expect(lost).toBeGreaterThan(50);
  expect(back / lost).toBeGreaterThanOrEqual(0.95);
}, 120_000);
