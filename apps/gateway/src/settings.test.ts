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
    doorPort: 443,
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
  [{ EXIT_RESOLVER: '127.0.0.1' }, /^EXIT_RESOLVER must be .* not one of the loopback\.$/],
  [{ PROXY_EXCEPT: '192.0.2.0' }, /^PROXY_EXCEPT must be networks like/],
  [{ WG_PORT: '0' }, /^WG_PORT must be a port/],
  [{ WG_PORT: ' 80' }, /^WG_PORT must be a port/],
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
