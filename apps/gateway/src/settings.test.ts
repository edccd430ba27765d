import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const enough = {
  API_URL: 'http://203.0.113.10:4800',
  STATE_DIR: '/var/lib/comet-gateway',
  PUBLIC_IPV4: '203.0.113.101',
  UPLINK_INTERFACE: 'eth0',
  RESOLVER: '203.0.113.53',
};

test('uses defaults for optional variables', () => {
  const read = readSettings({ ...enough, PUBLIC_IPV6: '' });
  expect(read.ok && read.value).toMatchObject({
    wireguardInterface: 'wg0',
    wireguardPort: 51_820,
    wireguardExtraPorts: [53, 80, 123, 443, 4500],
    admissionPort: 443,
    openvpn: { udpPort: 1194, tcpPort: 1195, user: 70_001 },
    runDirectory: '/run/comet-gateway-wg0',
    publicIpv6: null,
    enrolToken: null,
    wireguardImplementation: 'auto',
    udpOffload: '/usr/lib/comet/libcomet_udp_offload.so',
    listener: '/usr/lib/comet-gateway/comet-listener',
    relay: '/usr/lib/comet-gateway/comet-relay',
    dnsFilter: '/usr/lib/comet-gateway/comet-dns-filter',
  });
});

test.each([
  [{ API_URL: undefined }, /^API_URL is not set: it must be the address of the control plane/],
  [{ API_URL: 'ftp://x' }, /^API_URL must be/],
  [{ STATE_DIR: 'state' }, /^STATE_DIR must be an absolute path\.$/],
  [{ WG_PORT: '70000' }, /^WG_PORT must be a port/],
  [{ UPLINK_INTERFACE: 'eth0"; drop' }, /^UPLINK_INTERFACE must be/],
  [{ RESOLVER: '127.0.0.53' }, /^RESOLVER must be .* not one of the loopback\.$/],
  [{ EXIT_PORTS: '52999-52000' }, /^EXIT_PORTS must be ports like 52000-52999\.$/],
  [{ EXIT_PORTS: '100-200' }, /^EXIT_PORTS must be ports/],
  [{ FORWARDED_PORTS: '49999-40000' }, /^FORWARDED_PORTS must be ports like 40000-49999\.$/],
  [
    { FORWARDED_PORTS: '51000-51900' },
    /^FORWARDED_PORTS must not include 51820, a port of the gateway itself\.$/,
  ],
  [{ FORWARDED_PORTS: '52500-53000' }, /^FORWARDED_PORTS must not include 52500,/],
  [
    { FORWARDED_PORTS: '10000-51819', EXIT_PORTS: '60000-60999' },
    /^FORWARDED_PORTS must leave 10000 consecutive ports/,
  ],
  [{ EXIT_RESOLVER: '127.0.0.1' }, /^EXIT_RESOLVER must be .* not one of the loopback\.$/],
  [{ PROXY_EXCEPT: '192.0.2.0' }, /^PROXY_EXCEPT must be networks like/],
  [{ WG_PORT: '0' }, /^WG_PORT must be a port/],
  [{ WG_PORT: ' 80' }, /^WG_PORT must be a port/],
  [{ WG_EXTRA_PORTS: '53;80' }, /^WG_EXTRA_PORTS must be up to 16 different ports like 53,443, or none\.$/],
  [{ WG_EXTRA_PORTS: '53,53' }, /^WG_EXTRA_PORTS must be up to 16 different ports/],
  [{ WG_EXTRA_PORTS: '0' }, /^WG_EXTRA_PORTS must be up to 16 different ports/],
  [{ WG_EXTRA_PORTS: '53,51820' }, /^WG_EXTRA_PORTS contains 51820, which has another use\.$/],
  [{ WG_EXTRA_PORTS: '1194' }, /^WG_EXTRA_PORTS contains 1194, which has another use\.$/],
  [{ WG_EXTRA_PORTS: '52500' }, /^WG_EXTRA_PORTS contains 52500, which has another use\.$/],
  [
    { WG_TRANSPORTS: 'tls:443' },
    /^WG_TRANSPORTS must be up to 8 different transports like tcp:443,quic:443,scrambled:443,shadowsocks:8389, or none\.$/,
  ],
  [{ WG_TRANSPORTS: 'tcp:443,tcp:443' }, /^WG_TRANSPORTS must be up to 8 different transports/],
  [{ WG_TRANSPORTS: 'tcp:0' }, /^WG_TRANSPORTS must be up to 8 different transports/],
  [
    { WG_TRANSPORTS: 'tcp:1,tcp:2,tcp:3,tcp:4,tcp:5,tcp:6,tcp:7,tcp:8,tcp:9' },
    /^WG_TRANSPORTS must be up to 8 different transports/,
  ],
  [{ WG_TRANSPORTS: 'tcp:8443' }, /^WG_TRANSPORTS contains tcp:8443, whose port has another use\.$/],
  [{ WG_TRANSPORTS: 'tcp:80,tcp:1080' }, /^WG_TRANSPORTS contains tcp:1080, whose port has another use\.$/],
  [{ WG_TRANSPORTS: 'scrambled:443,cover:53' }, /^WG_TRANSPORTS contains cover:53 without scrambled:53\.$/],
  [{ WG_TRANSPORTS: 'tcp:9465', METRICS_PORT: '9465' }, /^WG_TRANSPORTS contains tcp:9465, whose port/],
  [{ WG_TRANSPORTS: 'tcp:53' }, /^WG_TRANSPORTS contains tcp:53, whose port has another use\.$/],
  [{ WG_TRANSPORTS: 'tcp:7685' }, /^WG_TRANSPORTS contains tcp:7685, whose port has another use\.$/],
  [
    { WG_TRANSPORTS: 'shadowsocks:443' },
    /^WG_TRANSPORTS contains shadowsocks:443, whose port has another use/,
  ],
  [{ WG_TRANSPORTS: 'shadowsocks:51820' }, /^WG_TRANSPORTS contains shadowsocks:51820, whose port has/],
  [{ WG_TRANSPORTS: 'shadowsocks:1080' }, /^WG_TRANSPORTS contains shadowsocks:1080, whose port has/],
  [{ WG_TRANSPORTS: 'tcp:8389,shadowsocks:8389' }, /^WG_TRANSPORTS contains shadowsocks:8389, whose port/],
  [{ WG_TRANSPORTS: 'quic:51820' }, /^WG_TRANSPORTS contains quic:51820, whose port has another use\.$/],
  [{ WG_TRANSPORTS: 'quic:1194' }, /^WG_TRANSPORTS contains quic:1194, whose port has another use\.$/],
  [{ WG_TRANSPORTS: 'quic:52000' }, /^WG_TRANSPORTS contains quic:52000, whose port has another use\.$/],
  [
    { WG_TRANSPORTS: 'tcp:45000', FORWARDED_PORTS: '40000-49999' },
    /^FORWARDED_PORTS must not include 45000, a port of the gateway itself\.$/,
  ],
  [{ TRANSPORT_USER_ID: '70002' }, /^TRANSPORT_USER_ID must be a user that no other setting names\.$/],
  [{ TRANSPORT_USER_ID: '70013' }, /^OPENVPN_PROGRAM_USER_ID must begin five users/],
  [{ OPENVPN_TLS_PORT: '443' }, /^OPENVPN_TLS_PORT must be 1024 or more/],
  [{ OPENVPN_USER_ID: '0' }, /^OPENVPN_USER_ID must be the number of a user/],
  [{ OPENVPN_PROGRAM_USER_ID: '69998' }, /^OPENVPN_PROGRAM_USER_ID must begin five users/],
  [{ RUN_DIR: '/run/x y' }, /^RUN_DIR must be an absolute path/],
  [{ UDP_OFFLOAD: '/lib/a.so:/tmp/b.so' }, /^UDP_OFFLOAD must be an absolute path of plain letters\.$/],
  [
    { WIREGUARD_IMPLEMENTATION: 'magic' },
    /^WIREGUARD_IMPLEMENTATION must be one of auto, kernel, userspace\.$/,
  ],
])('%j is refused with a message', (change, sentence) => {
  const read = readSettings({ ...enough, ...change });
  expect(read.ok ? '' : read.error).toMatch(sentence);
});

test('the usual further ports exclude those with another use, and can be turned off', () => {
  const portsWith = (change: Record<string, string>) => {
    const read = readSettings({ ...enough, ...change });
    return read.ok && read.value.wireguardExtraPorts;
  };
  expect(portsWith({ WG_PORT: '443' })).toEqual([53, 80, 123, 4500, 51_820]);
  expect(portsWith({ OPENVPN_UDP_PORT: '4500' })).toEqual([53, 80, 123, 443]);
  expect(portsWith({ WG_EXTRA_PORTS: 'none' })).toEqual([]);
  expect(portsWith({ WG_EXTRA_PORTS: '3478,53' })).toEqual([3478, 53]);
});

test('transports share the admission port and WireGuard’s further ports, and are off by default', () => {
  const transportsWith = (change: Record<string, string>) => {
    const read = readSettings({ ...enough, ...change });
    return read.ok ? read.value.wireguardTransports : read.error;
  };
  expect(transportsWith({})).toEqual([]);
  expect(transportsWith({ WG_TRANSPORTS: 'none' })).toEqual([]);
  expect(transportsWith({ WG_TRANSPORTS: 'tcp:80,tcp:443,quic:443' })).toEqual([
    { kind: 'tcp', port: 80 },
    { kind: 'tcp', port: 443 },
    { kind: 'quic', port: 443 },
  ]);
});

test('forwards no port by default', () => {
  const read = (env: object) => readSettings({ ...enough, ...env });
  expect(read({})).toMatchObject({ value: { forwardedPorts: null } });
  expect(read({ FORWARDED_PORTS: '40000-49999' })).toMatchObject({
    value: { forwardedPorts: { first: 40_000, last: 49_999 } },
  });
});

test('COMET_ENV=production refuses settings for labs, all in one sentence each', () => {
  const live = {
    ...enough,
    COMET_ENV: 'production',
    API_URL: 'https://api.acme.org',
    PUBLIC_IPV4: '198.18.0.1',
  };
  expect(readSettings(live).ok).toBe(true);
  const lab = { ...live, API_URL: 'http://10.0.0.1', PUBLIC_IPV4: '10.0.0.2', PROXY_EXCEPT: '10.0.0.0/8' };
  expect(readSettings(lab)).toEqual({
    ok: false,
    error:
      'API_URL is http://10.0.0.1, which is for development: set the https:// address of the control plane. ' +
      'PUBLIC_IPV4 is 10.0.0.2, which is for development: set an address that clients reach from the internet. ' +
      'PROXY_EXCEPT is 10.0.0.0/8, which is for development: set none: it is only for labs.',
  });
});

test('--help and --version need no environment', () => {
  const run = (word: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), word], { env: {}, encoding: 'utf8' });
  expect(run('--help')).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('\n  API_URL (required)\n'),
  });
  expect(run('--version')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^comet-gateway \d+\.\d+\.\d+\n$/),
  });
});
