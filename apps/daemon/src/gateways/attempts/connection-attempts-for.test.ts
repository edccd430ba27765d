import { err, ok } from '@comet/foundation';
import { describe, expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import { fresh, type Goal } from '../../model/goal.ts';
import type { WireguardSession } from '../../model/session.ts';
import { connectionAttemptsFor, wantedGateways, withStandby } from './connection-attempts-for.ts';
import type { Choice } from './transport-order.ts';
import type { Gateway } from '../../model/gateway.ts';

const [gateway] = gateways;
const goal: Goal = { location: 'nl-ams' };
const byTcp = { protocol: 'openvpn', variant: 'tcp' } as const;
const listing = (...wanted: Gateway[]) => ({
  destinationsFor: () => ({ wanted, fallbackGateways: [] }),
  gatewaysFor: () => wanted,
});

test('lists a gateway once for all its transports', () => {
  const automatic = {
    protocol: 'automatic',
    variant: 'automatic',
    wireguardPort: 'automatic',
    wireguardOver: 'automatic',
  } as const;
  expect(wantedGateways(listing(gateway!), automatic, goal)).toEqual([gateway]);
});

test('returns to a gateway that lacks the chosen transport only with a newer list', () => {
  const choice = { ...byTcp, wireguardPort: 'automatic', wireguardOver: 'automatic' } as const;
  expect(wantedGateways(listing(gateway!), choice, goal)).toEqual([gateway]);
  expect(wantedGateways(listing({ ...gateway!, openvpn: [] }), choice, goal)).toEqual([]);
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
  const over = ok([{ ...byWireguard, transport: { protocol: 'wireguard', over: 'tcp' } as const }]);
  expect(withStandby(over, () => session)).toBe(over);
  const openvpn = ok([{ ...byWireguard, transport: byTcp }, byWireguard]);
  expect(withStandby(openvpn, () => session)).toBe(openvpn);
  expect(withStandby(ok([byWireguard]), () => null)).toEqual(ok([byWireguard]));
});

describe('a chosen WireGuard port', () => {
  const chosen = {
    protocol: 'wireguard',
    variant: 'automatic',
    wireguardPort: '53',
    wireguardOver: 'automatic',
  } as const;
  const [one, two] = gateways.map((each) => ({ ...each, openvpn: [], wireguardPorts: [51_820, 443, 53] }));
  const ports = (found: ReturnType<typeof connectionAttemptsFor>) =>
    found?.ok === true
      ? found.value.map(({ gateway: exit, via }) => [exit.wireguardPorts, via?.wireguardPorts])
      : found?.error;
  const attempts = (
    via: Gateway | null,
    exit: Gateway,
    choice: Choice = chosen,
    port: number | null = null,
  ) =>
    connectionAttemptsFor(
      {
        destinationsFor: () => ({ wanted: [exit], fallbackGateways: [] }),
        gatewaysFor: () => (via === null ? [] : [via]),
      },
      choice,
      port === null ? null : { protocol: 'wireguard', port },
      { location: exit.place.location, ...(via !== null && { via: via.place.location }) },
      fresh,
    );

  test('is that of the gateway, of two gateways that of the entry', () => {
    expect(ports(attempts(null, one!))).toEqual([[[53], undefined]]);
    expect(ports(attempts(two!, one!))).toEqual([[[51_820], [53]]]);
    const automatic = { ...chosen, wireguardPort: 'automatic', wireguardOver: 'automatic' } as const;
    expect(ports(attempts(two!, one!, automatic, 443))).toEqual([[[51_820], [443, 51_820, 53]]]);
  });

  test('is refused if the gateway, of two gateways the entry, does not offer it', () => {
    const old = { ...one!, wireguardPorts: [51_820] };
    expect(ports(attempts(null, old))).toBe('protocol_unavailable');
    expect(ports(attempts({ ...two!, wireguardPorts: [51_820] }, one!))).toBe('protocol_unavailable');
    expect(ports(attempts(two!, old))).toEqual([[[51_820], [53]]]);
    const withOpenvpn = { ...gateways[0]!, wireguardPorts: [51_820] };
    const found = attempts(null, withOpenvpn, { ...chosen, protocol: 'automatic' });
    expect(found?.ok === true && found.value.map(({ transport }) => transport.protocol)).not.toContain(
      'wireguard',
    );
  });
});

describe('WireGuard over other transports', () => {
  const offers = [
    { over: 'quic', port: 443 },
    { over: 'tcp', port: 443 },
  ] as const;
  const [one, two] = gateways.map((each) => ({ ...each, openvpn: [], wireguardTransports: offers }));
  const automatic: Choice = {
    ...{ protocol: 'wireguard', variant: 'automatic' },
    ...{ wireguardPort: 'automatic', wireguardOver: 'automatic' },
  };
  const attempts = (
    choice: Partial<Choice>,
    worked: 'quic' | 'tcp' | null = null,
    via: Gateway | null = null,
  ) =>
    connectionAttemptsFor(
      {
        destinationsFor: () => ({ wanted: [one!], fallbackGateways: [] }),
        gatewaysFor: () => (via === null ? [] : [via]),
      },
      { ...automatic, ...choice },
      worked === null ? null : { protocol: 'wireguard', over: worked },
      { location: 'nl-ams', ...(via === null ? {} : { via: via.place.location }) },
      fresh,
    );
  const servers = (found: ReturnType<typeof attempts>) =>
    found?.ok === true
      ? found.value.map(({ gateway: exit, via }) => {
          const { wireguardPorts, wireguardTransports } = via ?? exit;
          return [...wireguardPorts, ...wireguardTransports.map(({ over }) => over)];
        })
      : found?.error;

  test('are tried in addition to UDP, and the one that worked last before it', () => {
    expect(servers(attempts({}))).toEqual([[51_820, 'quic', 'tcp']]);
    expect(servers(attempts({}, 'tcp'))).toEqual([['tcp'], [51_820, 'quic', 'tcp']]);
  });

  test('are not tried with a chosen port or with UDP only, and only the chosen one is', () => {
    expect(servers(attempts({ wireguardPort: '51820' }, 'tcp'))).toEqual([[51_820]]);
    expect(servers(attempts({ wireguardOver: 'direct' }, 'tcp'))).toEqual([[51_820]]);
    expect(servers(attempts({ wireguardOver: 'tcp' }))).toEqual([['tcp']]);
  });

  test('cover traffic is used only where it is chosen, and then nothing else is, also not OpenVPN', () => {
    const cover = { over: 'cover', port: 443 } as const;
    const offering = { ...gateways[0]!, wireguardTransports: [...offers, cover] };
    const found = (gateway: Gateway, choice: Partial<Choice>) =>
      connectionAttemptsFor(
        {
          destinationsFor: () => ({ wanted: [gateway], fallbackGateways: [] }),
          gatewaysFor: () => [gateway === offering ? { ...two!, wireguardTransports: [cover] } : two!],
        },
        { ...automatic, protocol: 'automatic', ...choice },
        { protocol: 'wireguard', over: 'cover' },
        { location: 'nl-ams', ...(choice.wireguardPort === undefined ? {} : { via: 'jp-tyo' }) },
        fresh,
      );
    const only = found(offering, { wireguardOver: 'cover' });
    expect(only?.ok === true ? only.value.map(({ transport }) => transport) : only).toEqual([
      { protocol: 'wireguard', over: 'cover' },
    ]);
    expect(servers(only)).toEqual([['cover']]);
    expect(servers(found(offering, {}))?.[0]).toEqual([51_820, 'quic', 'tcp']);
    expect(servers(found(one!, { wireguardOver: 'cover' }))).toBe('protocol_unavailable');
    const throughTwo = { wireguardOver: 'cover', wireguardPort: 'automatic' } as const;
    // Of two gateways the entry must offer it.
    expect(servers(found(offering, throughTwo))).toEqual([['cover']]);
    const lacking = { ...offering, wireguardTransports: [cover] };
    expect(servers(found(lacking, throughTwo))).toBe('protocol_unavailable');
  });

  test('are those of the entry of two gateways', () => {
    expect(servers(attempts({}, null, two))).toEqual([[51_820, 'quic', 'tcp']]);
    expect(servers(attempts({}, 'tcp', two))).toEqual([['tcp'], [51_820, 'quic', 'tcp']]);
    expect(servers(attempts({ wireguardOver: 'tcp' }, null, two))).toEqual([['tcp']]);
    const none = { ...two!, wireguardTransports: [] };
    expect(servers(attempts({ wireguardOver: 'tcp' }, null, none))).toBe('protocol_unavailable');
  });
});
