import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { comet, tunnelLink, egressAddress, signIn } from '../support/client-host.ts';
import { newCustomerWithPlan } from '../support/customer.ts';
import { leaksDuring } from '../leaks/capture.ts';
import { startTraffic } from '../leaks/outside.ts';
import { runningLab, runningStack } from '../support/running-stack.ts';

const lab = runningLab();
/** The library that the daemon and the gateway preload into OpenVPN for UDP offload. */
const offload = '/var/cache/comet/libcomet_udp_offload.so';
const netherlands = lab.hosts['gw-nl'];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const customer = await newCustomerWithPlan(runningStack());
  await signIn(lab, customer);
});

test.afterEach(async () => {
  await lab.exec('router', ['nft', 'delete table inet blocked']);
  await comet(lab, 'disconnect');
  await comet(lab, 'set', 'protocol', 'automatic');
  await comet(lab, 'set', 'wireguard-over', 'automatic');
});

/** WireGuard over TCP: the first bytes of its connections. */
const wireguardOverTcp = 'tcp dport { 80, 443 } @ih,0,48 0x009401000000';
const shadowsocksOverTcp = 'tcp dport 8389';

/** Makes the client's router drop packets that match these nft(8) expressions. */
async function blockPackets(...packets: readonly string[]): Promise<void> {
  const rules = packets.map((packet) => `add rule inet blocked through ${packet} drop`);
  const chain = 'add chain inet blocked through { type filter hook forward priority -10; }';
  const { code, stderr } = await lab.exec('router', [
    'nft',
    ['add table inet blocked', chain, ...rules].join('; '),
  ]);
  expect(code, stderr).toBe(0);
}

for (const variant of ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'])
  test(`connects by OpenVPN over ${variant} as configured`, async () => {
    await comet(lab, 'set', 'protocol', 'openvpn');
    await comet(lab, 'set', 'variant', variant);
    await comet(lab, 'connect', 'nl-ams');
    expect(await tunnelLink(lab)).toMatchObject({ protocol: 'openvpn', variant });
    expect(await egressAddress(lab)).toBe(netherlands.ipv4);
    expect(await egressAddress(lab, lab.echoUrl.ipv6)).toBe(netherlands.ipv6);
    expect(await egressAddress(lab, lab.echoUrl.name)).not.toBeNull();
  });

test('OpenVPN over UDP uses UDP offload at both ends', async () => {
  await comet(lab, 'set', 'protocol', 'openvpn');
  await comet(lab, 'set', 'variant', 'udp');
  await comet(lab, 'connect', 'nl-ams');
  const loaded = `for maps in $(grep -ls ${offload} /proc/[0-9]*/maps); do
    test $(readlink \${maps%maps}ns/net) = $(readlink /proc/self/ns/net) && cat \${maps%maps}comm; done`;
  for (const host of ['client', 'gw-nl'] as const)
    expect((await lab.exec(host, ['sh', '-c', loaded])).stdout).toBe('openvpn\n');
});

for (const over of ['scrambled', 'quic', 'tcp', 'shadowsocks', 'shadowsocks_tcp'])
  test(`connects by WireGuard over ${over} as configured`, async () => {
    await comet(lab, 'set', 'wireguard-over', over);
    await comet(lab, 'connect', 'nl-ams');
    expect(await tunnelLink(lab)).toMatchObject({ protocol: 'wireguard', over });
    expect(await egressAddress(lab)).toBe(netherlands.ipv4);
    expect(await egressAddress(lab, lab.echoUrl.ipv6)).toBe(netherlands.ipv6);
  });

test('uses WireGuard over TCP where UDP is blocked, and again on the next connect', async () => {
  await blockPackets('meta l4proto udp', shadowsocksOverTcp);
  for (let connects = 0; connects < 2; connects += 1) {
    await comet(lab, 'connect', 'nl-ams');
    expect(await tunnelLink(lab)).toMatchObject({ protocol: 'wireguard', over: 'tcp' });
    expect(await egressAddress(lab)).toBe(netherlands.ipv4);
    await comet(lab, 'disconnect');
  }
});

test('falls back to OpenVPN over TCP where no WireGuard passes, and to the same on the next connect', async () => {
  await blockPackets('meta l4proto udp', wireguardOverTcp, shadowsocksOverTcp);
  await comet(lab, 'connect', 'nl-ams');
  expect(await tunnelLink(lab)).toMatchObject({ protocol: 'openvpn', variant: 'tcp' });
  await comet(lab, 'disconnect');
  await blockPackets('tcp dport 443');
  await comet(lab, 'connect', 'nl-ams');
  expect(await tunnelLink(lab)).toMatchObject({ protocol: 'openvpn', variant: 'tcp' });
  expect(await egressAddress(lab)).toBe(netherlands.ipv4);
});

test('falls back to OpenVPN over TLS where UDP and OpenVPN over TCP are blocked', async () => {
  await blockPackets('meta l4proto udp', 'tcp dport 1195');
  await comet(lab, 'set', 'protocol', 'openvpn');
  await comet(lab, 'connect', 'nl-ams');
  expect(await tunnelLink(lab)).toMatchObject({ protocol: 'openvpn', variant: 'tls' });
  expect(await egressAddress(lab)).toBe(netherlands.ipv4);
});

test('returns from the fallback to WireGuard with post-quantum keys after its ports were blocked', async () => {
  // Makes the daemon fetch the current server list with every offer of the gateways.
  await comet(lab, 'locations');
  await comet(lab, 'connect', 'jp-tyo');
  const traffic = startTraffic(lab);
  try {
    const leaks = await leaksDuring(lab, async () => {
      const ports = 'udp dport { 53, 80, 123, 443, 4500, 8389, 51820 }';
      await blockPackets(ports, wireguardOverTcp, shadowsocksOverTcp);
      await comet(lab, 'connect', 'nl-ams');
      // Longer than the first retry: a second after the connection, with 3 s for the handshake. The second follows 5 s later.
      await sleep(5_000);
      expect(await status()).toMatchObject({
        tunnel: { link: { protocol: 'openvpn' }, fallbackFrom: 'wireguard' },
      });
      expect(await comet(lab, 'status')).toContain('without quantum-resistant encryption');
      await lab.exec('router', ['nft', 'delete table inet blocked']);
      await expect
        .poll(status, { timeout: 40_000, intervals: [100, 250, 500] })
        .toMatchObject({ tunnel: { link: { protocol: 'wireguard' } }, quantumResistant: true });
      expect(await egressAddress(lab)).toBe(netherlands.ipv4);
      expect((await status()).tunnel).not.toHaveProperty('fallbackFrom');
    });
    expect(leaks).toEqual([]);
  } finally {
    traffic.kill();
  }
});

test('uses WireGuard at UDP 53 where no other port passes, and directly on the next connect', async () => {
  await comet(lab, 'set', 'wireguard-over', 'direct');
  await blockPackets(`ip daddr ${netherlands.ipv4} udp dport != 53`);
  const traffic = startTraffic(lab);
  try {
    await comet(lab, 'connect', 'jp-tyo');
    const leaks = await leaksDuring(lab, async () => {
      for (const milliseconds of [8_000, 4_000]) {
        const from = performance.now();
        await comet(lab, 'connect', 'nl-ams');
        expect(performance.now() - from).toBeLessThan(milliseconds);
        expect(await tunnelLink(lab)).toMatchObject({ endpoint: `${netherlands.ipv4}:53` });
        expect(await egressAddress(lab)).toBe(netherlands.ipv4);
        await comet(lab, 'connect', 'jp-tyo');
      }
    });
    expect(leaks).toEqual([]);
  } finally {
    traffic.kill();
  }
});

async function status(): Promise<{ readonly tunnel: object; readonly quantumResistant?: boolean }> {
  return JSON.parse(await comet(lab, 'status', '--json')) as { tunnel: object; quantumResistant?: boolean };
}
