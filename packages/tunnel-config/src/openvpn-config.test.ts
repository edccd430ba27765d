import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type OpenvpnClientConfig,
  type OpenvpnServerConfig,
  parseOpenvpnClientConfig,
  writeOpenvpnClientConfig,
  writeOpenvpnServerConfig,
} from './index.ts';

/** PEM of `bytes` as the writer lays it out. */
function pem(label: string, bytes: Uint8Array): string {
  const lines = btoa(String.fromCharCode(...bytes)).match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

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
  },
  { requiredKeys: ['remote', 'serverName', 'certificateAuthorities', 'tlsCryptV2ClientKey'] },
);

const certificate = pem('CERTIFICATE', new Uint8Array([1, 2, 3]));
const example = {
  remote: { address: '203.0.113.101', port: 1194, transport: 'udp' },
  serverName: 'gw-1.gateway.comet',
  certificateAuthorities: [certificate],
  tlsCryptV2ClientKey: pem('OpenVPN tls-crypt-v2 client key', new Uint8Array([4, 5, 6])),
  device: 'tun7',
  credentials: { username: 'user', password: 'word' },
  socksProxy: { port: 1080, credentialsFile: 'obfs4.txt' },
  bypass: ['203.0.113.101'],
} satisfies OpenvpnClientConfig;
const server: OpenvpnServerConfig = {
  transport: 'udp',
  port: 1194,
  listenIpv6: true,
  device: 'ovu0',
  network4: '100.80.0.0/16',
  network6: 'fd00:c0:e7::10:0/112',
  dns: ['100.64.0.1'],
  certificateChain: [certificate],
  privateKey: pem('PRIVATE KEY', new Uint8Array([7])),
  tlsCryptV2ServerKey: pem('OpenVPN tls-crypt-v2 server key', new Uint8Array([8])),
  managementSocket: '/run/comet/udp.sock',
  maxClients: 4096,
};

/** Every option of a file by openvpn(8)'s own rules: inline files are one, a line ends at `#` and `;`. */
function optionsOf(text: string): string[] {
  const options: string[] = [];
  let closing: string | null = null;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (closing !== null) closing = trimmed.startsWith(closing) ? null : closing;
    else if (trimmed.startsWith('<')) {
      options.push(trimmed);
      closing = trimmed.replace('<', '</');
    } else if (trimmed !== '' && !/^[#;]/.test(trimmed)) options.push(trimmed.split(/\s/)[0] ?? '');
  }
  return options.toSorted();
}

function textOf(written: ReturnType<typeof writeOpenvpnClientConfig>): string {
  if (!written.ok) throw new Error(written.error.field);
  return written.value;
}

type Path = readonly (string | number)[];

/** `model` with what stands at `path` replaced. */
function withAt(model: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = model as Record<string | number, unknown>;
  const copy: Record<string | number, unknown> = Array.isArray(model) ? ([...model] as never) : { ...inner };
  copy[key] = withAt(inner[key], rest, value);
  return copy;
}

function valueAt(model: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], model);
}

/** What could become a line, an option, a quote or the end of an inline file, alone and after something good. */
const attack = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    ...['\n', '\r', '\r\n', '\0', '\u2028', '\u0085', ' ', '\t', '"', "'", '\\', '#', ';'].map(
      (separator) => `${separator}plugin /tmp/owned.so`,
    ),
    '\n</ca>\nplugin /tmp/owned.so\n<ca>\n',
    '\n</tls-crypt-v2>\nup /tmp/owned.sh',
    '\n</auth-user-pass>\nscript-security 2',
    '</ca>',
    '[[INLINE]]',
    '../../etc/shadow',
  ),
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
];
const serverPaths: readonly Path[] = [
  ...Object.keys(server)
    .filter((key) => key !== 'dns' && key !== 'certificateChain' && key !== 'listenIpv6')
    .map((key) => [key]),
  ['dns', 0],
  ['certificateChain', 0],
];

describe("an OpenVPN client's file", () => {
  test('reads back as the model it was written from', () => {
    fc.assert(
      fc.property(client, (model) => {
        expect(parseOpenvpnClientConfig(textOf(writeOpenvpnClientConfig(model)))).toEqual({
          ok: true,
          value: model,
        });
      }),
    );
  });

  test('has the options of its model and no other, whatever stands in the fields', () => {
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

  test('never shows more than the allow-list, even when the model carries it', () => {
    const extra = { ...example, plugin: '/tmp/owned.so', up: '/tmp/owned.sh', 'script-security': 2 };
    expect(textOf(writeOpenvpnClientConfig(extra))).toBe(textOf(writeOpenvpnClientConfig(example)));
  });

  test('takes pushed options by an allow-list that ends in a refusal of everything', () => {
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

  test('minds neither order, comments, blank lines nor carriage returns', () => {
    const [first = '', ...rest] = good.split('\n');
    const text = ['# mine', '; too', ...rest, '', first].join('\r\n');
    expect(parseOpenvpnClientConfig(text)).toEqual({ ok: true, value: example });
  });

  test('a proxy is reached by IPv4, and told an IPv6 address as it reads one; nobody else is', () => {
    const remote = { address: '2001:db8::101', port: 9443, transport: 'tcp' } as const;
    const { socksProxy, ...direct } = { ...example, remote };
    const by = textOf(writeOpenvpnClientConfig({ ...direct, socksProxy }));
    expect(by).toContain('\nproto tcp4-client\nremote [2001:db8::101] 9443\n');
    const past = textOf(writeOpenvpnClientConfig(direct));
    expect(past).toContain('\nproto tcp6-client\nremote 2001:db8::101 9443\n');
    expect(parseOpenvpnClientConfig(past.replace('2001:db8::101', '[2001:db8::101]')).ok).toBe(false);
  });

  test.each([
    ['a program of somebody', 'plugin /tmp/owned.so', 'unknown_key'],
    ['a script', 'up /tmp/owned.sh', 'unknown_key'],
    ['another level of scripts', 'script-security 2', 'unknown_key'],
    ['an inherited name', '__proto__ 1', 'unknown_key'],
    ['an inline file that we never write', '<connection>', 'unknown_section'],
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
  ])('refuses the file with %s turned into %s', (line, other) => {
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

  test('survives any text', () => {
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

describe("an OpenVPN server's file", () => {
  test('has the options of its model and no other, whatever stands in the fields', () => {
    const expected = optionsOf(textOf(writeOpenvpnServerConfig(server)));
    fc.assert(
      fc.property(fc.constantFrom(...serverPaths), attack, fc.boolean(), (path, text, appended) => {
        const hostile = appended ? `${String(valueAt(server, path))}${text}` : text;
        const written = writeOpenvpnServerConfig(withAt(server, path, hostile) as OpenvpnServerConfig);
        if (!written.ok) return;
        expect(optionsOf(written.value)).toEqual(expected);
        expect(written.value).not.toMatch(/plugin|owned|\0|\r|\.\./);
      }),
      { numRuns: 5_000 },
    );
  });

  test('asks for every login, writes nothing down and speaks modern ciphers only', () => {
    const lines = textOf(writeOpenvpnServerConfig(server)).split('\n');
    for (const line of [
      'management-client-auth',
      'management-hold',
      'management /run/comet/udp.sock unix',
      'verb 0',
      'script-security 0',
      'disable-dco',
      'server 100.80.0.0 255.255.0.0',
      'server-ipv6 fd00:c0:e7::10:0/112',
      'push "dhcp-option DNS 100.64.0.1"',
    ])
      expect(lines).toContain(line);
    expect(
      lines.filter((line) =>
        /^(?:status|log|log-append|syslog|client-to-client|ifconfig-pool-persist)/.test(line),
      ),
    ).toEqual([]);
    expect(lines.filter((line) => /CBC|SHA1|BF-|DES/.test(line))).toEqual([]);
  });

  test.each([
    ['port', { ...server, port: 0 }],
    ['network4', { ...server, network4: '100.80.0.0/8' }],
    ['network6', { ...server, network6: '100.80.0.0/16' }],
    ['managementSocket', { ...server, managementSocket: 'run/comet.sock' }],
    ['certificateChain', { ...server, certificateChain: [] }],
    ['privateKey', { ...server, privateKey: certificate }],
    ['tlsCryptV2ServerKey', { ...server, tlsCryptV2ServerKey: example.tlsCryptV2ClientKey }],
  ])('is refused for its %s', (field, model) => {
    expect(writeOpenvpnServerConfig(model)).toEqual({ ok: false, error: { field } });
  });
});
