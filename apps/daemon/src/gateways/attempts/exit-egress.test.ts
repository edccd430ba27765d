import { expect, test } from 'vitest';
import { directoryWithExits, gatewayIds } from '../../../test/fleet/exits-list.ts';

const past = { avoid: null, fallbackGateways: true };

test('uses no exit without a request: neither without a location nor for a city or country', async () => {
  const { directory } = await directoryWithExits();
  for (const location of [null, 'us', 'new york', 'us-nyc', 'united states']) {
    const found = directory.gatewaysFor({ location }, null) ?? [];
    expect(found.map(({ id }) => id).toSorted()).toEqual(gatewayIds);
    for (const { exit, place } of found) expect([exit, place.location]).toEqual([undefined, 'us-nyc']);
  }
});

test('a residential location uses the gateways with an online exit there, by WireGuard only', async () => {
  const { directory } = await directoryWithExits();
  const found = directory.gatewaysFor({ location: 'us-nyc-shared' }, null);
  expect(found).toMatchObject([
    {
      ...{ id: gatewayIds[1], openvpn: [], place: { location: 'us-nyc-shared' } },
      exit: { type: 'residential', location: 'us-nyc-shared' },
    },
  ]);
  expect(directory.gatewaysFor({ location: 'us-nyc-home' }, null)).toHaveLength(2);
  // A city without another exit can be requested.
  expect(directory.gatewaysFor({ location: 'boise' }, null)).toMatchObject([
    { exit: { type: 'native_residential' } },
  ]);
  expect(directory.online('us-boise-home')).toBe(true);
});

test('a residential location without an online exit is offline, and has no fallback', async () => {
  const { directory } = await directoryWithExits({ live: false });
  expect(directory.online('us-nyc-home')).toBe(false);
  expect(directory.destinationsFor({ location: 'us-nyc-home' }, past)).toEqual({
    ...{ wanted: [], fallbackGateways: [], byExit: true },
  });
  const live = (await directoryWithExits()).directory;
  expect(live.destinationsFor({ location: 'us-nyc-home' }, past)?.fallbackGateways).toEqual([]);
});

test('a dedicated address uses only its gateway', async () => {
  const { directory } = await directoryWithExits();
  const dedicated = { serviceId: 's', address: '198.51.100.7', gatewayId: gatewayIds[1] ?? '' };
  expect(directory.destinationsFor({ location: null, dedicated }, past)).toMatchObject({
    wanted: [
      { id: gatewayIds[1], exit: { type: 'dedicated', serviceId: 's' }, place: { location: 'us-nyc' } },
    ],
    fallbackGateways: [],
  });
  const unknown = { ...dedicated, gatewayId: '00000000-0000-4000-8000-00000000000f' };
  expect(directory.destinationsFor({ location: null, dedicated: unknown }, past)?.wanted).toEqual([]);
});
