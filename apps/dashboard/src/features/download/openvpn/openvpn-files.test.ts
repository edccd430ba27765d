import { spawnSync } from 'node:child_process';
import { parseOpenvpnClientConfig } from '@comet/tunnel-config';
import { expect, test } from 'vitest';
import type { OpenvpnProfile } from '../downloads.ts';
import { openvpnFiles } from './openvpn-files.tsx';

const pem = (label: string, base64: string) =>
  `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----\n`;
const [current, next] = [pem('CERTIFICATE', 'AAAA'), pem('CERTIFICATE', 'BBBB')];
const profile: OpenvpnProfile = {
  serverName: 'gw-00000000-0000-4000-8000-000000000001.gateway.comet',
  ipv4: '203.0.113.101',
  ipv6: null,
  ca: `${current}${next}`,
  tlsCryptV2ClientKey: pem('OpenVPN tls-crypt-v2 client key', 'CCCC'),
  offers: [
    { variant: 'udp', port: 1194 },
    { variant: 'tcp', port: 1195 },
    { variant: 'tls', port: 8443 },
    {
      variant: 'shadowsocks',
      port: 8388,
      method: 'chacha20-ietf-poly1305',
      password: 'abcdefghijklmnop',
    },
    { variant: 'obfs4', port: 9443, cert: 'A'.repeat(70) },
  ],
};
const textsOf = (variant: OpenvpnProfile['offers'][number]['variant']) =>
  Object.fromEntries(
    openvpnFiles(profile, 'nl-ams', variant, 'other').map(({ name, text }) => [
      name.replace(/^comet-nl-ams-/, ''),
      text,
    ]),
  );
const read = (text: string | undefined) => {
  const parsed = parseOpenvpnClientConfig(text ?? '');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
};
const common = {
  serverName: profile.serverName,
  certificateAuthorities: [current, next],
  tlsCryptV2ClientKey: profile.tlsCryptV2ClientKey,
};

test.each([
  ['udp', { address: '203.0.113.101', port: 1194, transport: 'udp' }],
  ['tcp', { address: '203.0.113.101', port: 1195, transport: 'tcp' }],
] as const)('%s is one file that prompts for credentials', (variant, remote) => {
  const texts = textsOf(variant);
  expect(Object.keys(texts)).toEqual([`${variant}.ovpn`]);
  expect(read(texts[`${variant}.ovpn`])).toEqual({ ...common, remote });
  expect(texts[`${variant}.ovpn`]).toMatch(/^auth-user-pass$/m);
});

test.each(['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'] as const)(
  'by %s, the file for Linux sets the DNS servers, and runs nothing on other systems',
  (variant) => {
    const files = (system: 'linux' | 'other') => openvpnFiles(profile, 'nl-ams', variant, system);
    expect(read(files('linux')[0]?.text)).toEqual({
      ...read(files('other')[0]?.text),
      dnsHook: 'resolvconf',
    });
    expect(files('other')[0]?.text).not.toMatch(/^(up|down|script-security)/m);
    expect(files('linux').slice(1)).toEqual(files('other').slice(1));
  },
);

const hidden = { address: '127.0.0.1', port: 11_940, transport: 'tcp' };

test('the TLS files contain the options of stunnel: target and trusted certificate', () => {
  const texts = textsOf('tls');
  expect(read(texts['tls.ovpn'])).toEqual({ ...common, remote: hidden, bypass: ['203.0.113.101'] });
  expect(texts['tls.ca.pem']).toBe(profile.ca);
  expect(texts['tls.stunnel.conf']).toContain('\naccept = 127.0.0.1:11940\nconnect = 203.0.113.101:8443\n');
  expect(texts['tls.stunnel.conf']).toContain(`\nsni =\ncheckHost = ${profile.serverName}\n`);
  expect(texts['tls.stunnel.conf']).toContain('\nCAfile = comet-nl-ams-tls.ca.pem\nverifyChain = yes\n');
});

test('the Shadowsocks files contain the options of ss-tunnel, and target the TCP server', () => {
  const texts = textsOf('shadowsocks');
  expect(read(texts['shadowsocks.ovpn']).remote).toEqual(hidden);
  expect(JSON.parse(texts['shadowsocks.shadowsocks.json'] ?? '')).toMatchObject({
    server: '203.0.113.101',
    server_port: 8388,
    local_address: '127.0.0.1',
    local_port: 11_940,
    tunnel_address: '127.0.0.1:1195',
  });
});

test('the obfs4 files contain a script with valid shell syntax', () => {
  const texts = textsOf('obfs4');
  expect(read(texts['obfs4.ovpn'])).toEqual({
    ...common,
    remote: { address: '203.0.113.101', port: 9443, transport: 'tcp' },
    bypass: ['203.0.113.101'],
  });
  expect(texts['obfs4.obfs4.txt']).toBe(`cert=${'A'.repeat(70)}\n;iat-mode=0\n`);
  expect(spawnSync('sh', ['-n'], { input: texts['obfs4.sh'] }).status).toBe(0);
});

test('the script starts the proxy, passes its port to OpenVPN, and ends it', () => {
  const { 'obfs4.sh': script = '' } = textsOf('obfs4');
  // Both programs are shell functions here, which take precedence over programs.
  const played = [
    'obfs4proxy() { echo VERSION 1; echo CMETHOD obfs4 socks5 127.0.0.1:4711; echo CMETHODS DONE; exec sleep 60; }',
    'openvpn() { echo "openvpn $*"; }',
  ];
  const lines = script.split('\n').filter((line) => !line.startsWith('cd '));
  const { stdout, status } = spawnSync('sh', ['-s', '--', '--verb', '4'], {
    input: [...played, ...lines].join('\n'),
    timeout: 20_000,
  });
  expect(stdout.toString()).toBe(
    'openvpn --config comet-nl-ams-obfs4.ovpn --socks-proxy 127.0.0.1 4711 comet-nl-ams-obfs4.obfs4.txt --verb 4\n',
  );
  expect(status).toBe(0);
});

test('rejects a variant that the gateway does not offer', () => {
  const udpOnly = { ...profile, offers: profile.offers.slice(0, 1) };
  expect(() => openvpnFiles(udpOnly, 'nl-ams', 'obfs4', 'other')).toThrow('no offer of obfs4');
});

const evil = '203.0.113.101\nplugin /tmp/owned.so';
const offering = (offer: object) => ({ offers: [...profile.offers.slice(0, 2), offer] });

test.each([
  ['udp', { ipv4: evil }],
  ['udp', { serverName: 'x.y\nplugin /tmp/owned.so' }],
  ['udp', { ca: `${current}</ca>\nplugin /tmp/owned.so\n` }],
  ['udp', { tlsCryptV2ClientKey: `${profile.tlsCryptV2ClientKey}plugin /tmp/owned.so\n` }],
  ['tls', { ipv4: evil }],
  ['tls', { serverName: 'x.y\nexec = /bin/sh' }],
  ['tls', { ca: 'exec = /bin/sh' }],
  ['tls', offering({ variant: 'tls', port: '8443\nexec = /bin/sh' })],
  ['shadowsocks', offering({ variant: 'shadowsocks', port: 70_000, method: 'x', password: 'y' })],
  ['obfs4', offering({ variant: 'obfs4', port: 9443, cert: '"; touch /tmp/owned; "' })],
] as const)('rejects an unsafe %s: %j', (variant, hostile) => {
  const given = { ...profile, ...hostile } as unknown as OpenvpnProfile;
  expect(() => openvpnFiles(given, 'nl-ams', variant, 'linux')).toThrow('The API gave');
});

test('a hostile location cannot choose a file name', () => {
  for (const variant of ['tls', 'shadowsocks', 'obfs4'] as const)
    expect(() => openvpnFiles(profile, '$(touch owned)', variant, 'linux')).toThrow('wrong location');
});
