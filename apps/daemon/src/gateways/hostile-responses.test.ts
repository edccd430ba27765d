import { generateKeyPairSync } from 'node:crypto';
import { checkServerList, publishKey, readSigner, readVerifiers, signDocument } from '@comet/admission';
import { admittance } from '@comet/contract';
import { formatEndpoint, isIp, isIpv4, isIpv6, parseEndpoint } from '@comet/foundation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { resolvConfFor } from '../platform/dns/dns.resolv-conf.ts';
import { gatewaysOf } from '../model/gateway.ts';

/**
 * A control plane and a gateway under an attacker's control. Accepted values are written to configurations, sockets, routes and terminals.
 */

const signer = readSigner(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);
const verifiers = readVerifiers([publishKey(signer)]);
const key = Buffer.alloc(32, 3).toString('base64');

const list = {
  ...{ version: 3, issuedAt: 1_000, expiresAt: 9_000 },
  locations: [
    {
      ...{ code: 'nl-ams', country: 'NL', countryName: 'Netherlands', city: 'Amsterdam', type: 'standard' },
      ...{ latitude: 52.3, longitude: 4.9, features: ['p2p'] },
    },
    {
      ...{ code: 'us-nyc-home', country: 'US', countryName: 'United States', city: 'New York' },
      ...{ type: 'native_residential', latitude: 40.7, longitude: -74, features: [] },
    },
  ],
  through: [{ location: 'us-nyc-home', gateways: ['00000000-0000-4000-8000-000000000001'] }],
  gateways: [
    {
      ...{ id: '00000000-0000-4000-8000-000000000001', location: 'nl-ams', serverName: 'gw-1.gateway.comet' },
      ...{ ipv4: '203.0.113.101', ipv6: '2001:db8::101', doorPort: 443, wireguardPort: 51_820 },
      ...{ wireguardPublicKey: key, online: true, loadPercent: 10 },
      openvpn: {
        offers: [
          { variant: 'udp', port: 1194 },
          {
            ...{ variant: 'shadowsocks', port: 8388, method: 'chacha20-ietf-poly1305' },
            password: 'p'.repeat(32),
          },
          { variant: 'obfs4', port: 9443, cert: 'c'.repeat(70) },
        ],
      },
    },
  ],
};
const admitted = {
  ...{ server_public_key: key, wireguard_port: 51_820, ipv4: '100.64.0.16', ipv6: 'fd00:c0:e7::10' },
  ...{ dns: ['100.64.0.1', 'fd00:c0:e7::1'], mtu: 1420, session_until: '2026-11-22T12:00:00Z' },
  filters: [{ address: '100.64.0.2', lists: ['ads'] }],
};

const poison = fc.oneof(
  fc.constantFrom(
    ...[
      '\n',
      '\r\n',
      '\0',
      '../../etc/passwd',
      '..',
      '/dev/stdin',
      '$(reboot)',
      '`id`',
      '; reboot',
      '"',
      "'",
      ' ',
    ],
    ...[
      '10.0.0.1/0',
      '::/0',
      '10.0.0.1\nnameserver 192.0.2.66',
      'fe80::1%eth0',
      '\u001b[2J',
      '\u202e',
      '\ud800',
    ],
    ...[
      'plugin /tmp/x.so',
      '\nup /tmp/x',
      'PostUp = reboot',
      '-oProxyCommand=reboot',
      '__proto__',
      'localhost',
    ],
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const change = fc.record({
  place: fc.nat(80),
  how: fc.constantFrom('replace', 'append', 'prepend', 'any'),
  text: poison,
  value: fc.oneof(fc.anything({ maxDepth: 2 }), fc.integer(), fc.double(), fc.constant(null)),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Copies `whole` with one changed leaf. */
function bend(whole: object, { place, how, text, value }: Change): unknown {
  const bent = structuredClone(whole) as Record<string, unknown>;
  const leaves: { holder: Record<string, unknown>; name: string }[] = [];
  const walk = (holder: Record<string, unknown>) => {
    for (const [name, leaf] of Object.entries(holder)) {
      if (typeof leaf === 'object' && leaf !== null) walk(leaf as Record<string, unknown>);
      leaves.push({ holder, name });
    }
  };
  walk(bent);
  const leaf = leaves[place % leaves.length]!;
  const before = leaf.holder[leaf.name];
  const original = typeof before === 'string' ? before : '';
  leaf.holder[leaf.name] = { replace: text, append: original + text, prepend: text + original, any: value }[
    how
  ];
  return bent;
}

const isPort = (port: number) => Number.isInteger(port) && port >= 1 && port <= 65_535;

test('reads only addresses, ports, keys and readable names from any signed list', () => {
  let taken = 0;
  fc.assert(
    fc.property(change, (one) => {
      const checked = checkServerList(verifiers, signed(bend(list, one)), { now: 2_000, atLeast: 0 });
      if (!checked.ok) return;
      taken += 1;
      for (const gateway of gatewaysOf(checked.value)) {
        expect(
          isIpv4(gateway.address) && isPort(gateway.admissionPort) && isPort(gateway.wireguardPort),
        ).toBe(true);
        const endpoint = formatEndpoint({ host: gateway.address, port: gateway.wireguardPort });
        expect(parseEndpoint(endpoint)).toEqual({ host: gateway.address, port: gateway.wireguardPort });
        expect(gateway.serverName).toMatch(/^[a-z0-9.-]+$/);
        expect(gateway.id).toMatch(/^[0-9a-f-]{36}$/i);
        expect(gateway.wireguardPublicKey).toMatch(/^[A-Za-z0-9+/]{43}=$/);
        const { location, country, countryName, city } = gateway.place;
        expect(location).toMatch(/^[a-z]{2}-[a-z0-9]{2,20}(-home|-shared)?$/);
        expect(country).toMatch(/^[A-Z]{2}$/);
        // An exit is always stated, and never used with a protocol that cannot state it.
        if (/-(home|shared)$/.test(location) && gateway.exit !== undefined) {
          expect(gateway.exit).toMatchObject({ location });
          expect(gateway.openvpn).toEqual([]);
        }
        // For terminals: no control character, no change of direction, no incomplete character.
        expect(countryName + city).not.toMatch(/\p{C}/u);
      }
      for (const { ipv6, openvpn } of checked.value.gateways) {
        expect(ipv6 === null || isIpv6(ipv6)).toBe(true);
        for (const offer of openvpn?.offers ?? []) {
          const { variant, port, ...rest } = offer;
          expect(isPort(port)).toBe(true);
          expect([variant, ...Object.values(rest)].join('')).toMatch(/^[A-Za-z0-9+/_-]*$/);
        }
      }
    }),
    { numRuns: 1_500 },
  );
  expect(taken).toBeGreaterThan(5);
});

test('reads only addresses and small numbers from any response of an admission endpoint', () => {
  let taken = 0;
  fc.assert(
    fc.property(change, (one) => {
      const parsed = z.safeDecode(
        admittance,
        JSON.parse(JSON.stringify(bend(admitted, one)) ?? 'null') as never,
      );
      if (!parsed.success) return;
      taken += 1;
      const { ipv4, ipv6, dns, filters, wireguardPort, mtu, serverPublicKey } = parsed.data;
      expect(isIpv4(ipv4) && isIpv6(ipv6) && isPort(wireguardPort)).toBe(true);
      expect(mtu >= 1280 && mtu <= 9000).toBe(true);
      expect(serverPublicKey).toMatch(/^[A-Za-z0-9+/]{43}=$/);
      const resolvers = [...dns, ...(filters ?? []).map(({ address }) => address)];
      expect(resolvers.every(isIp) && resolvers.length <= 24).toBe(true);
      expect(resolvConfFor(dns).split('\n')).toHaveLength(dns.length + 2);
    }),
    { numRuns: 6_000 },
  );
  expect(taken).toBeGreaterThan(5);
});

/** Signs as the control plane does; values that JSON cannot express are omitted. */
function signed(content: unknown): string {
  return signDocument('server-list', signer, JSON.parse(JSON.stringify(content) ?? 'null'));
}
