import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWireguardConfig, type WireguardConfig, writeWireguardConfig } from './index.ts';

const keyOf = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => btoa(String.fromCharCode(...bytes)));
const ip = fc.oneof(fc.ipV4(), fc.ipV6());
const cidr = fc.oneof(
  fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })),
  fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })),
);
const cidrs = fc.array(
  cidr.map(([address, length]) => `${address}/${length}`),
  { minLength: 1, maxLength: 4 },
);
const port = fc.integer({ min: 1, max: 65_535 });
const endpoint = fc.oneof(
  fc.tuple(fc.ipV4(), port).map(([host, number]) => `${host}:${number}`),
  fc.tuple(fc.ipV6(), port).map(([host, number]) => `[${host}]:${number}`),
);
const peer = fc.record(
  {
    publicKey: keyOf,
    presharedKey: keyOf,
    allowedIps: cidrs,
    endpoint,
    persistentKeepalive: fc.integer({ min: 0, max: 65_535 }),
  },
  { requiredKeys: ['publicKey', 'allowedIps'] },
);
const config: fc.Arbitrary<WireguardConfig> = fc.record({
  interface: fc.record(
    {
      privateKey: keyOf,
      addresses: cidrs,
      dns: fc.array(ip, { maxLength: 3 }),
      mtu: fc.integer({ min: 576, max: 65_535 }),
    },
    { requiredKeys: ['privateKey', 'addresses', 'dns'] },
  ),
  peers: fc.uniqueArray(peer, { minLength: 1, maxLength: 3, selector: (one) => one.publicKey }),
});

const key = `${'A'.repeat(43)}=`;
const example: WireguardConfig = {
  interface: { privateKey: key, addresses: ['100.64.0.2/32', 'fd00::2/128'], dns: ['100.64.0.1'], mtu: 1420 },
  peers: [{ publicKey: key, allowedIps: ['0.0.0.0/0', '::/0'], endpoint: '203.0.113.101:51820' }],
};

function textOf(model: WireguardConfig): string {
  const written = writeWireguardConfig(model);
  if (!written.ok) throw new Error(written.error.field);
  return written.value;
}

describe('a WireGuard configuration file', () => {
  test('has the format of wg-quick', () => {
    expect(textOf(example)).toBe(`[Interface]
PrivateKey = ${key}
Address = 100.64.0.2/32, fd00::2/128
DNS = 100.64.0.1
MTU = 1420

[Peer]
PublicKey = ${key}
AllowedIPs = 0.0.0.0/0, ::/0
Endpoint = 203.0.113.101:51820
`);
  });

  test('reads back as the model that was written', () => {
    fc.assert(
      fc.property(config, (model) => {
        expect(parseWireguardConfig(textOf(model))).toEqual({ ok: true, value: model });
      }),
    );
  });

  test('contains the lines of its model and no others, for any field values', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(
          fc.constantFrom(key, '10.0.0.1/32', '10.0.0.1', '10.0.0.1:1', ''),
          fc.constantFrom('\n', '\r', '\u2028', '\0', ',', '#'),
        )
        .map(([good, separator]) => `${good}${separator}PostUp = touch /tmp/owned`),
    );
    const setters: ((text: string) => unknown)[] = [
      (text) => ({ ...example, interface: { ...example.interface, privateKey: text } }),
      (text) => ({ ...example, interface: { ...example.interface, addresses: [text] } }),
      (text) => ({ ...example, interface: { ...example.interface, dns: [text] } }),
      (text) => ({ ...example, interface: { ...example.interface, mtu: text } }),
      (text) => ({ ...example, peers: [{ ...example.peers[0], publicKey: text }] }),
      (text) => ({ ...example, peers: [{ ...example.peers[0], presharedKey: text }] }),
      (text) => ({ ...example, peers: [{ ...example.peers[0], allowedIps: [text] }] }),
      (text) => ({ ...example, peers: [{ ...example.peers[0], endpoint: text }] }),
      (text) => ({ ...example, peers: [{ ...example.peers[0], persistentKeepalive: text }] }),
    ];
    const allowed =
      /^(?:\[(?:Interface|Peer)\]|(?:PrivateKey|Address|DNS|MTU|PublicKey|PresharedKey|AllowedIPs|Endpoint|PersistentKeepalive) = [A-Za-z0-9+/=.:[\], ]+|)$/;
    fc.assert(
      fc.property(hostile, fc.constantFrom(...setters), (text, set) => {
        const written = writeWireguardConfig(set(text) as WireguardConfig);
        if (!written.ok) return;
        const lines = written.value.split('\n');
        expect(lines.length).toBeLessThanOrEqual(12);
        for (const line of lines) expect(line).toMatch(allowed);
      }),
      { numRuns: 2_000 },
    );
  });

  test('never contains more fields than the allow-list, even if the model does', () => {
    const extra = { ...example, interface: { ...example.interface, postUp: 'true', PostUp: 'true' } };
    expect(textOf(extra)).toBe(textOf(example));
  });

  test.each([
    ['peers', { ...example, peers: [] }],
    ['peers', { ...example, peers: [...example.peers, ...example.peers] }],
    ['interface.addresses', { ...example, interface: { ...example.interface, addresses: [] } }],
    ['interface.mtu', { ...example, interface: { ...example.interface, mtu: 100 } }],
    ['peers.0.endpoint', { ...example, peers: [{ ...example.peers[0], endpoint: 'vpn.example:1' }] }],
  ])('is refused for its %s', (field, model) => {
    expect(writeWireguardConfig(model as WireguardConfig)).toEqual({ ok: false, error: { field } });
  });
});

describe('reading a file', () => {
  const minimal = `[Interface]\nPrivateKey=${key}\nAddress=10.0.0.2/32\n[Peer]\nPublicKey=${key}\nAllowedIPs=0.0.0.0/0\n`;

  test('accepts any case, comments, carriage returns and lists over several lines', () => {
    const text = minimal
      .replace('Address', '# mine\naddress = fd00::2/128 # v6\nADDRESS')
      .replaceAll('\n', '\r\n');
    const parsed = parseWireguardConfig(text);
    expect(parsed.ok && parsed.value.interface.addresses).toEqual(['fd00::2/128', '10.0.0.2/32']);
  });

  test.each(['PreUp', 'PostUp', 'PreDown', 'PostDown', 'SaveConfig', 'Table', 'ListenPort', '__proto__'])(
    'refuses %s',
    (name) => {
      expect(parseWireguardConfig(minimal.replace('Address', `${name} = true\nAddress`))).toEqual({
        ok: false,
        error: { line: 3, reason: 'unknown_key', subject: '' },
      });
    },
  );

  test.each([
    [
      'an unknown section',
      minimal.replace('[Peer]', '[Hook]'),
      { line: 4, reason: 'unknown_section', subject: '' },
    ],
    [
      'a setting before a section',
      `MTU = 1420\n${minimal}`,
      { line: 1, reason: 'not_a_setting', subject: '' },
    ],
    ['a line without a value', `${minimal}hello\n`, { line: 7, reason: 'not_a_setting', subject: '' }],
    [
      'a second interface',
      `${minimal}[Interface]\n`,
      { line: 7, reason: 'repeated', subject: '[Interface]' },
    ],
    [
      'a second private key',
      minimal.replace('Address', `PrivateKey=${key}\nAddress`),
      { line: 3, reason: 'repeated', subject: 'PrivateKey' },
    ],
    [
      'the same peer twice',
      `${minimal}${minimal.slice(minimal.indexOf('[Peer]'))}`,
      { line: 7, reason: 'repeated', subject: 'PublicKey' },
    ],
    [
      'a bad address',
      minimal.replace('10.0.0.2/32', '10.0.0.2/33'),
      { line: 3, reason: 'invalid_value', subject: 'Address' },
    ],
    [
      'no key',
      minimal.replace(`PublicKey=${key}\n`, ''),
      { line: 4, reason: 'missing_key', subject: 'PublicKey' },
    ],
    [
      'no peer',
      minimal.slice(0, minimal.indexOf('[Peer]')),
      { line: 0, reason: 'missing_key', subject: '[Peer]' },
    ],
    ['an empty file', '', { line: 0, reason: 'missing_key', subject: '[Interface]' }],
  ])('refuses %s and reports the line', (_, text, error) => {
    expect(parseWireguardConfig(text)).toEqual({ ok: false, error });
  });

  test('never throws, and every accepted file can be written again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((noise) => `${minimal}${noise}`),
        ),
        (text) => {
          const parsed = parseWireguardConfig(text);
          if (parsed.ok) expect(writeWireguardConfig(parsed.value).ok).toBe(true);
        },
      ),
    );
  });
});
