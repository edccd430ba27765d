import { expect, test } from 'vitest';
import { gateways } from '../../test/fake-tunnel.ts';
import type { Goal } from '../tunnel/state.ts';
import { wantedGateways } from './approaches-for.ts';
import type { Gateway } from './gateway.ts';

const [gateway] = gateways;
const goal: Goal = { location: 'nl-ams' };
const byTcp = { protocol: 'openvpn', variant: 'tcp' } as const;
const listing = (...wanted: Gateway[]) => ({
  destinationsFor: () => ({ wanted, standIns: [] }),
  gatewaysFor: () => wanted,
});

test('a gateway is wanted once for all of its ways', () => {
  const automatic = { protocol: 'automatic', variant: 'automatic' } as const;
  expect(wantedGateways(listing(gateway!), automatic, goal)).toEqual([gateway]);
});

test('a gateway that the list has without the chosen way is gone back to by no list but a newer one', () => {
  expect(wantedGateways(listing(gateway!), byTcp, goal)).toEqual([gateway]);
  expect(wantedGateways(listing({ ...gateway!, openvpn: [] }), byTcp, goal)).toEqual([]);
});
