import { err, ok } from '@comet/foundation';
import { expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-tunnel.ts';
import type { Goal } from '../../model/goal.ts';
import type { WireguardSession } from '../../model/session.ts';
import { wantedGateways, withStandby } from './connection-attempts-for.ts';
import type { Gateway } from '../../model/gateway.ts';

const [gateway] = gateways;
const goal: Goal = { location: 'nl-ams' };
const byTcp = { protocol: 'openvpn', variant: 'tcp' } as const;
const listing = (...wanted: Gateway[]) => ({
  destinationsFor: () => ({ wanted, fallbackGateways: [] }),
  gatewaysFor: () => wanted,
});

test('lists a gateway once for all its transports', () => {
  const automatic = { protocol: 'automatic', variant: 'automatic' } as const;
  expect(wantedGateways(listing(gateway!), automatic, goal)).toEqual([gateway]);
});

test('returns to a gateway that lacks the chosen transport only with a newer list', () => {
  expect(wantedGateways(listing(gateway!), byTcp, goal)).toEqual([gateway]);
  expect(wantedGateways(listing({ ...gateway!, openvpn: [] }), byTcp, goal)).toEqual([]);
});

test('tries a prepared session before an admission, and only if WireGuard would be tried first', () => {
  const session = { ticket: 'stands-by' } as WireguardSession;
  const byWireguard = { gateway: gateway!, transport: { protocol: 'wireguard' }, isFallback: false } as const;
  const through = { ...byWireguard, via: gateway! };
  expect(withStandby(ok([byWireguard]), () => session)).toEqual(
    ok([{ ...byWireguard, standby: session }, byWireguard]),
  );
  for (const found of [null, err('location_unavailable' as const), ok([through])])
    expect(withStandby(found, () => session)).toBe(found);
  const openvpn = ok([{ ...byWireguard, transport: byTcp }, byWireguard]);
  expect(withStandby(openvpn, () => session)).toBe(openvpn);
  expect(withStandby(ok([byWireguard]), () => null)).toEqual(ok([byWireguard]));
});
