import { expect, test } from '@playwright/test';
import { comet, egressAddress } from '../support/client-host.ts';
import {
  expectEgress,
  connect,
  lab,
  execOrThrow,
  signInAndStartTraffic,
  gateways,
  transports,
} from './client-host.ts';
import {
  impersonate,
  impersonated,
  openSilentConnection,
  probe,
  requestTunnelAddresses,
  type TunnelInterface,
  tunnelInterface,
} from './neighbour.ts';
import { leaksDuring, watchFor } from './capture.ts';
import { leaksWithoutRules, withoutFirewall } from './without-rules.ts';

const { netherlands } = gateways;
let close: () => Promise<void>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  close = await signInAndStartTraffic();
  await impersonate('replace');
});

test.afterAll(async () => {
  await impersonate('delete');
  await close();
});

for (const transport of Object.values(transports))
  test(`a neighbour learns neither the tunnel's address nor its connections, by ${transport.name}`, async () => {
    await connect(transport, netherlands);
    // LAN access accepts packets of neighbours, but not to the tunnel's address.
    await comet(lab, 'lan', 'on');
    const end = await tunnelInterface();
    const { from, disconnect } = await openSilentConnection();
    try {
      const responses = await lab.capture('client', end.link, replyFilter(end, from));
      const leaks = await leaksDuring(lab, () => probe(end, from));
      expect(leaks).toEqual([]);
      expect(await responses.stop()).toEqual([]);
      expect(await requestTunnelAddresses(end)).toEqual([]);
    } finally {
      disconnect();
      await comet(lab, 'lan', 'off');
    }
  });

test('control: without our rules, every probe gets a response, on the LAN or through the tunnel', async () => {
  await connect(transports.wireguard, netherlands);
  const end = await tunnelInterface();
  const { from, disconnect } = await openSilentConnection();
  try {
    const responses = await lab.capture('client', end.link, replyFilter(end, from));
    const arpReplies = await withoutFirewall(async () => {
      await execOrThrow('client', ['sysctl', '-qw', 'net.ipv4.conf.all.arp_ignore=0']);
      const packets = await requestTunnelAddresses(end);
      await probe(end, from);
      return packets.join('\n');
    });
    expect(arpReplies).toContain(`Reply ${end.ipv4} is-at`);
    const replies = (await responses.stop()).join('\n');
    for (const expected of [
      `${end.ipv4}.53 > 192.168.77.1`,
      `${end.ipv4} > ${impersonated.ipv4}: ICMP echo reply`,
      `${end.ipv4}.53 > ${impersonated.ipv4}`,
      `${end.ipv4}.${from} > ${impersonated.ipv4}.${impersonated.port}`,
      `${end.ipv6} > ${impersonated.ipv6}`,
    ])
      expect(replies).toContain(expected);
  } finally {
    await execOrThrow('client', ['sysctl', '-qw', 'net.ipv4.conf.all.arp_ignore=2']);
    disconnect();
    await comet(lab, 'disconnect');
  }
});

test('a LAN with public addresses causes no leak, with and without LAN access', async () => {
  await connect(transports.wireguard, netherlands);
  await comet(lab, 'lan', 'on');
  await declareInternetLocal('add');
  try {
    const leaks = await leaksDuring(lab, async () => {
      await watchFor(500)();
      await expectEgress(netherlands);
      expect(await egressAddress(lab, lab.echoUrl.ipv6)).toBe(netherlands.ipv6);
      await connect(transports.tcp, netherlands);
      await expectEgress(netherlands);
      await comet(lab, 'lan', 'off');
      await watchFor(300)();
      await comet(lab, 'lan', 'on');
      await comet(lab, 'lockdown', 'on');
      await comet(lab, 'disconnect');
      await watchFor(300)();
    });
    expect(leaks).toEqual([]);
    // The neighbours are reachable, as the setting allows.
    expect((await lab.exec('client', ['ping', '-c', '1', '-W', '1', '192.168.77.1'])).code).toBe(0);
  } finally {
    await declareInternetLocal('delete');
    await comet(lab, 'lockdown', 'off');
    await comet(lab, 'lan', 'off');
  }
});

test('control: without our rules, such a LAN receives the traffic', async () => {
  const leaks = await leaksWithoutRules(async () => {
    await declareInternetLocal('add');
    await watchFor(300)();
    await declareInternetLocal('delete');
  });
  const redirected = leaks.filter((packet) => /IP6? (203\.0\.113\.94|2001:db8:0:1::8e)\.\d+ > /.test(packet));
  expect(redirected.length).toBeGreaterThan(0);
});

/** Packets through the tunnel in response to a neighbour or the server that it simulates; the client's traffic contacts neither. */
function replyFilter({ ipv4, ipv6 }: TunnelInterface, from: number): string {
  const filters = [
    `icmp[icmptype] == icmp-echoreply or (icmp6 and ip6[40] == 129)`,
    'icmp[icmptype] == icmp-unreach or (icmp6 and ip6[40] == 1)',
    'src port 53',
    `tcp src port ${from}`,
  ];
  return `(src host ${ipv4} or src host ${ipv6}) and (${filters.join(' or ')})`;
}

/** The LAN declares a part of the internet with all contacted hosts as local (TunnelCrack, CVE-2023-36672). */
async function declareInternetLocal(verb: 'add' | 'delete'): Promise<void> {
  const enabled = verb === 'add' ? '1' : '0';
  await execOrThrow('router', ['sysctl', '-qw', `net.ipv4.conf.lan.proxy_arp=${enabled}`]);
  const nodad = verb === 'add' ? ' nodad' : '';
  const addresses = ['203.0.113.94/28', `2001:db8:0:1::8e/124`].map(
    (address) => `address ${verb} ${address} dev eth0${address.includes(':') ? nodad : ''}`,
  );
  await execOrThrow('client', ['ip', '-batch', '-'], `${addresses.join('\n')}\n`);
}
