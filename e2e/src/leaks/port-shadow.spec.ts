import { expect, test } from '@playwright/test';
import { comet, egressAddress } from '../support/client-host.ts';
import { newCustomerWithPlan } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { type StockOpenvpn, startOpenvpn } from '../connection/stock-openvpn.ts';
import {
  expectEgress,
  connect,
  lab,
  execOrThrow,
  signInAndStartTraffic,
  gateways,
  transports,
} from './client-host.ts';

/**
 * Port shadowing (CVE-2021-3773): an attacker sends through a gateway, from the gateway's own tunnel port, to the public address and
 * port of another customer's tunnel. If NAT preserves the source port, conntrack treats the victim's later packets to the gateway as
 * replies and forwards them to the attacker.
 */
const { netherlands } = gateways;
const victim = lab.hosts.router.ipv4;
const link = 'shadow0';
let close: () => Promise<void>;
let attacker: StockOpenvpn;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  close = await signInAndStartTraffic();
  const customer = await newCustomerWithPlan(runningStack());
  const device = ['--dev', link, '--dev-type', 'tun', '--route-nopull'];
  attacker = await startOpenvpn(lab, 'inet', customer, netherlands.location, ...device);
  await attacker.up;
});

test.afterAll(async () => {
  attacker.kill();
  await attacker.ended;
  await close();
});

for (const [transport, port] of [
  [transports.wireguard, 51_820],
  [transports.udp, 1194],
] as const)
  test(`a customer cannot shadow the gateway's tunnel port: ${transport.name}`, async () => {
    await connect(transport, netherlands);
    const forwarded = await sendShadowPacket(port);
    expect(forwarded.length).toBeGreaterThan(0);
    expect(forwarded.filter((packet) => packet.includes(`${netherlands.ipv4}.${port} > `))).toEqual([]);
    for (let tries = 0; tries < 5; tries += 1) await expectEgress(netherlands, 3000);
  });

test('control: with port-preserving NAT and conntrack for the tunnel, the same packet disconnects the victim', async () => {
  await connect(transports.wireguard, netherlands);
  const table = await execOrThrow('gw-nl', ['nft', 'list', 'table', 'inet', 'comet_gateway']);
  try {
    const naive = 'add rule inet comet_gateway outward oifname "eth0" masquerade';
    await execOrThrow('gw-nl', ['nft', `flush chain inet comet_gateway outward; ${naive}`]);
    // Conntrack still has the port that NAT chose for the same packet before.
    await execOrThrow('gw-nl', ['conntrack', '-F']);
    const forwarded = await sendShadowPacket(51_820);
    expect(forwarded.join('\n')).toContain(`${netherlands.ipv4}.51820 > ${victim}.`);
    for (const chain of ['arriving', 'sending'])
      await execOrThrow('gw-nl', ['nft', `flush chain inet comet_gateway ${chain}`]);
    await expect.poll(() => egressAddress(lab)).toBeNull();
  } finally {
    await execOrThrow('gw-nl', ['nft', '-f', '-'], `delete table inet comet_gateway\n${table}`);
    await comet(lab, 'disconnect');
  }
});

/** Sends the attacker's packet and returns what the gateway forwarded to the victim's router. */
async function sendShadowPacket(port: number): Promise<readonly string[]> {
  const victimPort = await portOfTunnel(port);
  const own = await addressOf(link);
  const rule = ['from', own, 'lookup', '77', 'priority', '77'];
  await execOrThrow('inet', ['ip', 'route', 'replace', `${victim}/32`, 'dev', link, 'table', '77']);
  await execOrThrow('inet', ['ip', 'rule', 'add', ...rule]);
  const passing = `udp and src host ${netherlands.ipv4} and dst host ${victim} and dst port ${victimPort}`;
  try {
    // The packet is a DNS query, which distinguishes it from the tunnel's own packets.
    const capture = await lab.capture('gw-nl', 'eth0', `${passing} and udp[10:2] == 0x0120`);
    const packet = ['-b', `${own}#${port}`, '-p', String(victimPort), `@${victim}`, 'shadow.test'];
    await lab.exec('inet', ['dig', '+tries=1', '+time=1', ...packet], { timeoutMs: 5000 });
    return await capture.stop();
  } finally {
    await execOrThrow('inet', ['ip', 'rule', 'delete', ...rule]);
  }
}

/** Returns the source port of the client's tunnel after NAT by its router. `port` is the gateway's port. */
async function portOfTunnel(port: number): Promise<string> {
  const capture = await lab.capture('gw-nl', 'eth0', `udp and src host ${victim} and dst port ${port}`);
  const seen = () => new RegExp(`IP ${victim}\\.(\\d+) > `).exec(capture.packets().at(-1) ?? '')?.[1];
  await expect.poll(seen).toBeDefined();
  await capture.stop();
  return seen() ?? '';
}

async function addressOf(name: string): Promise<string> {
  const text = await execOrThrow('inet', ['ip', '-j', '-4', 'address', 'show', 'dev', name]);
  const [device] = JSON.parse(text) as readonly {
    readonly addr_info: readonly { readonly local: string }[];
  }[];
  return device?.addr_info[0]?.local ?? '';
}
