import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OpenvpnClientConfig, parseOpenvpnClientConfig, writeOpenvpnClientConfig } from './index.ts';
import {
  attack,
  example,
  optionsOf,
  type Path,
  pem,
  textOf,
  valueAt,
  withAt,
} from './openvpn-models.fake.ts';

const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });
const port = fc.integer({ min: 1, max: 65_535 });
const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/);
const client: fc.Arbitrary<OpenvpnClientConfig> = fc.record(
  {
    remote: fc.record({
      address: fc.oneof(fc.ipV4(), fc.ipV6()),
      port,
      transport: fc.constantFrom('udp', 'tcp'),
    }),
    serverName: fc.uuid().map((id) => `gw-${id}.gateway.comet`),
    certificateAuthorities: fc.array(
      bytes.map((one) => pem('CERTIFICATE', one)),
      { minLength: 1, maxLength: 2 },
    ),
    tlsCryptV2ClientKey: bytes.map((one) => pem('OpenVPN tls-crypt-v2 client key', one)),
    device: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/),
    credentials: fc.record({ username: word, password: word }),
    socksProxy: fc.record(
      { port, credentialsFile: word.filter((one) => !one.startsWith('-')) },
      { requiredKeys: ['port'] },
    ),
    bypass: fc.array(fc.ipV4(), { minLength: 1, maxLength: 2 }),
    dnsHook: fc.constant('resolvconf' as const),
  },
  { requiredKeys: ['remote', 'serverName', 'certificateAuthorities', 'tlsCryptV2ClientKey'] },
);

const clientPaths: readonly Path[] = [
  ['remote', 'address'],
  ['remote', 'port'],
  ['remote', 'transport'],
  ['serverName'],
  ['certificateAuthorities', 0],
  ['tlsCryptV2ClientKey'],
  ['device'],
  ['credentials', 'username'],
  ['credentials', 'password'],
  ['socksProxy', 'port'],
  ['socksProxy', 'credentialsFile'],
  ['bypass', 0],
  ['dnsHook'],
];

describe("an OpenVPN client's file", () => {
  test('reads back as the model that was written', () => {
    fc.assert(
      fc.property(client, (model) => {
        expect(parseOpenvpnClientConfig(textOf(writeOpenvpnClientConfig(model)))).toEqual({
          ok: true,
          value: model,
        });
      }),
    );
  });

  test('contains the options of its model and no others, for any field values', () => {
    const expected = optionsOf(textOf(writeOpenvpnClientConfig(example)));
    fc.assert(
      fc.property(fc.constantFrom(...clientPaths), attack, fc.boolean(), (path, text, appended) => {
        const hostile = appended ? `${String(valueAt(example, path))}${text}` : text;
        const model = withAt(example, path, hostile) as OpenvpnClientConfig;
        const written = writeOpenvpnClientConfig(model);
        if (!written.ok) return;
        expect(optionsOf(written.value).filter((option) => !expected.includes(option))).toEqual([]);
        expect(written.value).not.toMatch(/plugin|owned|\0|\r|\.\./);
        expect(parseOpenvpnClientConfig(written.value).ok).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  test('never contains more than the allow-list, even if the model does', () => {
    const extra = { ...example, plugin: '/tmp/owned.so', up: '/tmp/owned.sh', 'script-security': 2 };
    expect(textOf(writeOpenvpnClientConfig(extra))).toBe(textOf(writeOpenvpnClientConfig(example)));
  });

  test('runs no script unless it sets the DNS servers on Linux, and then by lines that OpenVPN reads completely', () => {
    const scripts = (text: string) =>
      text.split('\n').filter((line) => /^(script-security|up|down) /.test(line));
    expect(scripts(textOf(writeOpenvpnClientConfig(example)))).toEqual([]);
    const lines = scripts(textOf(writeOpenvpnClientConfig({ ...example, dnsHook: 'resolvconf' })));
    expect(lines).toHaveLength(3);
    expect(lines.every((line) => line.length < 255)).toBe(true);
  });

  test('deletes the password once it is sent, and never prompts for it during a session', () => {
    const lines = textOf(writeOpenvpnClientConfig(example)).split('\n');
    expect(lines).toEqual(expect.arrayContaining(['auth-nocache', 'reneg-sec 0', 'cipher AES-256-GCM']));
  });

  test('accepts pushed options by an allow-list that ends in a refusal of all others', () => {
    const filters = textOf(writeOpenvpnClientConfig(example))
      .split('\n')
      .filter((line) => line.startsWith('pull-filter'));
    expect(filters.at(-1)).toBe('pull-filter ignore ""');
    expect(filters.slice(0, -1).every((line) => line.startsWith('pull-filter accept "'))).toBe(true);
    for (const dangerous of ['plugin', 'up', 'setenv', 'route ', 'auth-token', 'comp'])
      expect(filters.some((line) => line.includes(`"${dangerous}`))).toBe(false);
  });
});

describe("reading a client's file", () => {
  const good = textOf(writeOpenvpnClientConfig(example));

  test('accepts any order, comments, blank lines and carriage returns', () => {
    const [first = '', ...rest] = good.split('\n');
    const text = ['# mine', '; too', ...rest, '', first].join('\r\n');
    expect(parseOpenvpnClientConfig(text)).toEqual({ ok: true, value: example });
  });

  test('connects to a proxy by IPv4, and writes an IPv6 address in brackets for a proxy only', () => {
    const remote = { address: '2001:db8::101', port: 9443, transport: 'tcp' } as const;
    const { socksProxy, ...direct } = { ...example, remote };
    const by = textOf(writeOpenvpnClientConfig({ ...direct, socksProxy }));
    expect(by).toContain('\nproto tcp4-client\nremote [2001:db8::101] 9443\n');
    const past = textOf(writeOpenvpnClientConfig(direct));
    expect(past).toContain('\nproto tcp6-client\nremote 2001:db8::101 9443\n');
    expect(parseOpenvpnClientConfig(past.replace('2001:db8::101', '[2001:db8::101]')).ok).toBe(false);
  });

  test.each([
    ['a plugin', 'plugin /tmp/owned.so', 'unknown_key'],
    ['a script', 'up /tmp/owned.sh', 'unknown_key'],
    ['permitted scripts without ours', 'script-security 2', 'invalid_value'],
    ['another level of scripts', 'script-security 3', 'unknown_key'],
    ['an inherited name', '__proto__ 1', 'unknown_key'],
    ['an unknown inline file', '<connection>', 'unknown_section'],
    ['a second server', 'remote 198.51.100.1 1194', 'repeated'],
    ['a filter of its own', 'pull-filter accept ""', 'unknown_key'],
    ['another network past the tunnel', 'route 10.0.0.0 255.0.0.0 net_gateway', 'invalid_value'],
  ])('refuses %s', (_, line, reason) => {
    for (const text of [`${line}\n${good}`, `${good}${line}\n`])
      expect(parseOpenvpnClientConfig(text)).toMatchObject({ ok: false, error: { reason } });
  });

  test.each([
    ['remote 203.0.113.101 1194', 'remote 203.0.113.101 01194'],
    ['remote 203.0.113.101 1194', 'remote vpn.example 1194'],
    ['proto udp4', 'proto udp6'],
    ['dev-type tun', 'dev-type tap'],
    ['verify-x509-name gw-1.gateway.comet name', 'verify-x509-name gw-1.gateway.comet name-prefix'],
    ['socks-proxy 127.0.0.1 1080', 'socks-proxy 198.51.100.1 1080'],
  ])('refuses the file with %s replaced by %s', (line, other) => {
    expect(good).toContain(line);
    expect(parseOpenvpnClientConfig(good.replace(line, other)).ok).toBe(false);
  });

  test.each(['remote-cert-tls server', 'pull-filter ignore ""', 'tls-version-min 1.2', 'nobind'])(
    'misses the line “%s”',
    (line) => {
      expect(parseOpenvpnClientConfig(good.replace(`${line}\n`, ''))).toMatchObject({
        ok: false,
        error: { reason: 'missing_key', line: 0 },
      });
    },
  );

  test('accepts any text without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(good.length), (text, at) => {
        const parsed = parseOpenvpnClientConfig(good.slice(0, at) + text + good.slice(at));
        if (!parsed.ok) return;
        expect(optionsOf(textOf(writeOpenvpnClientConfig(parsed.value)))).toEqual(optionsOf(good));
      }),
      { numRuns: 2_000 },
    );
  });
});
