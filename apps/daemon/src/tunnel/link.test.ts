import { silentLog } from '@comet/foundation/log';
import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { gateways } from '../../test/fleet/fake-gateways.ts';
import { fakeDns } from '../platform/dns/dns.fake.ts';
import { fakeLocalResolver } from '../platform/dns/local-resolver.fake.ts';
import { fakeOuterTransports } from '../platform/obfuscation/outer-transports.fake.ts';
import { fakeOpenvpn } from '../platform/openvpn/openvpn.fake.ts';
import { fakeRouting } from '../platform/routing/routing.fake.ts';
import { fakeWireguard } from '../platform/wireguard/wireguard.fake.ts';
import { createLink } from './link.ts';
import type { OpenvpnSession } from '../model/session.ts';

const [gateway] = gateways;
if (gateway === undefined) throw new Error('no gateway');
const session: OpenvpnSession = {
  protocol: 'openvpn',
  gateway,
  variant: 'udp',
  lease: { ipv4: '100.80.0.7', ipv6: 'fd00:c0:e7:80::7', dns: ['100.64.0.1'], mtu: 1500 },
};
const ownResolver = { ...freshSettings, dns: { servers: ['9.9.9.9'] } };

function setUp() {
  const [routing, dns, localResolver] = [fakeRouting(), fakeDns(), fakeLocalResolver()];
  const link = createLink(
    {
      wireguard: fakeWireguard(),
      openvpn: fakeOpenvpn(),
      outerTransports: fakeOuterTransports(),
      links: { wireguard: 'comet0', openvpn: 'comet0-ovpn' },
      routing,
      dns,
      localResolver,
      forgetConnections: () => undefined,
      log: silentLog,
    },
    false,
  );
  return { link, routing, dns, localResolver };
}

test('a change of settings during the end of the tunnel leaves no route and no resolver behind', async () => {
  for (const endsFirst of [false, true]) {
    const { link, routing, dns } = setUp();
    await link.raise(session, freshSettings);
    const adapt = () => link.adapt(ownResolver);
    await Promise.all(endsFirst ? [link.lower(), adapt()] : [adapt(), link.lower()]);
    expect(routing.raised).toBeNull();
    expect(dns.servers).toBeNull();
  }
});

test('a link can be lowered while it is being raised', async () => {
  const { link, routing, dns } = setUp();
  await Promise.all([link.raise(session, freshSettings), link.lower()]);
  expect([routing.raised, dns.servers, link.used]).toEqual([null, null, false]);
  await Promise.all([link.raise(session, freshSettings), link.lower(), link.raise(session, freshSettings)]);
  expect(link.used).toBe(true);
});

test('a change of settings during the raising of a link is applied to it', async () => {
  const { link, dns } = setUp();
  const [raised, adapted] = await Promise.all([link.raise(session, freshSettings), link.adapt(ownResolver)]);
  expect([raised.ok, adapted]).toEqual([true, true]);
  expect(dns.servers).toEqual(['9.9.9.9']);
});

test('of simultaneous changes the last one applies, and none is lost', async () => {
  const { link, routing, dns } = setUp();
  await link.raise(session, freshSettings);
  const choices = [true, false, true].map((allowLan) => link.adapt({ ...ownResolver, allowLan }));
  expect(await Promise.all(choices)).toEqual([true, true, true]);
  expect(routing.raised).toMatchObject({ allowLan: true });
  expect(dns.servers).toEqual(['9.9.9.9']);
});

test('the resolver program runs only while an encrypted resolver is chosen, and its failure is one of DNS', async () => {
  const { link, dns, localResolver } = setUp();
  const encrypted = { ...freshSettings, dns: { servers: ['tls://dns.example', '9.9.9.9'] } };
  await link.raise(session, encrypted);
  expect(dns.servers).toEqual(['127.0.67.53']);
  expect(localResolver.plan).toEqual({
    servers: [
      { over: 'tls', host: 'dns.example', port: 853 },
      { over: 'plain', address: '9.9.9.9' },
    ],
    bootstrap: ['100.64.0.1'],
    ...{ lists: [], filterLists: [], allowed: [], unfiltered: [], split: [], sites: [] },
  });
  expect(await link.adapt(ownResolver)).toBe(true);
  expect([dns.servers, localResolver.plan]).toEqual([['9.9.9.9'], null]);
  await link.adapt(encrypted);
  await link.lower();
  expect([dns.servers, localResolver.plan]).toEqual([null, null]);
  localResolver.failing = true;
  expect(await link.raise(session, encrypted)).toEqual({ ok: false, error: 'dns_failed' });
});
