import { expect, test } from '@playwright/test';
import { comet, seenAs } from '../support/client-host.ts';
import { comesOutAt, connect, lab, must, openMachine, places, ways } from './client-host.ts';
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

const { netherlands } = places;
let close: () => Promise<void>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  close = await openMachine();
  await impersonate('replace');
});

test.afterAll(async () => {
  await impersonate('delete');
  await close();
});

for (const way of Object.values(ways))
  test(`a neighbour finds out nothing about the tunnel's address or what goes on at it, by ${way.name}`, async () => {
    await connect(way, netherlands);
    // Packets of neighbours are accepted then, but must not be at this address.
    await comet(lab, 'lan', 'on');
    const end = await tunnelInterface();
    const { from, disconnect } = await openSilentConnection();
    try {
      const answers = await lab.capture('client', end.link, answersTo(end, from));
      const leaks = await leaksDuring(lab, () => probe(end, from));
      expect(leaks).toEqual([]);
      expect(await answers.stop()).toEqual([]);
      expect(await requestTunnelAddresses(end)).toEqual([]);
    } finally {
      disconnect();
      await comet(lab, 'lan', 'off');
    }
  });

test('control: without our rules, every probe is answered, on the LAN or through the tunnel', async () => {
  await connect(ways.wireguard, netherlands);
  const end = await tunnelInterface();
  const { from, disconnect } = await openSilentConnection();
  try {
    const answers = await lab.capture('client', end.link, answersTo(end, from));
    const whoHas = await withoutFirewall(async () => {
      await must('client', ['sysctl', '-qw', 'net.ipv4.conf.all.arp_ignore=0']);
      const told = await requestTunnelAddresses(end);
      await probe(end, from);
      return told.join('\n');
    });
    expect(whoHas).toContain(`Reply ${end.ipv4} is-at`);
    const heard = (await answers.stop()).join('\n');
    for (const sign of [
      `${end.ipv4}.53 > 192.168.77.1`,
      `${end.ipv4} > ${impersonated.ipv4}: ICMP echo reply`,
      `${end.ipv4}.53 > ${impersonated.ipv4}`,
      `${end.ipv4}.${from} > ${impersonated.ipv4}.${impersonated.port}`,
      `${end.ipv6} > ${impersonated.ipv6}`,
    ])
      expect(heard).toContain(sign);
  } finally {
    await must('client', ['sysctl', '-qw', 'net.ipv4.conf.all.arp_ignore=2']);
    disconnect();
    await comet(lab, 'disconnect');
  }
});

test('a LAN with public addresses opens nothing, whether neighbours may be reached or not', async () => {
  await connect(ways.wireguard, netherlands);
  await comet(lab, 'lan', 'on');
  await nameTheInternetLocal('add');
  try {
    const leaks = await leaksDuring(lab, async () => {
      await watchFor(500)();
      await comesOutAt(netherlands);
      expect(await seenAs(lab, lab.echoUrl.ipv6)).toBe(netherlands.ipv6);
      await connect(ways.tcp, netherlands);
      await comesOutAt(netherlands);
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
    await nameTheInternetLocal('delete');
    await comet(lab, 'lockdown', 'off');
    await comet(lab, 'lan', 'off');
  }
});

test('control: without our rules, such a LAN draws the traffic to itself', async () => {
  const leaks = await leaksWithoutRules(async () => {
    await nameTheInternetLocal('add');
    await watchFor(300)();
    await nameTheInternetLocal('delete');
  });
  const drawn = leaks.filter((packet) => /IP6? (203\.0\.113\.94|2001:db8:0:1::8e)\.\d+ > /.test(packet));
  expect(drawn.length).toBeGreaterThan(0);
});

/** Packets through the tunnel in response to a neighbour or the server that it simulates; the client's traffic contacts neither. */
function answersTo({ ipv4, ipv6 }: TunnelInterface, from: number): string {
  const asked = [
    `icmp[icmptype] == icmp-echoreply or (icmp6 and ip6[40] == 129)`,
    'icmp[icmptype] == icmp-unreach or (icmp6 and ip6[40] == 1)',
    'src port 53',
    `tcp src port ${from}`,
  ];
  return `(src host ${ipv4} or src host ${ipv6}) and (${asked.join(' or ')})`;
}

/** The LAN declares a part of the internet with all contacted hosts as local (TunnelCrack, CVE-2023-36672). */
async function nameTheInternetLocal(verb: 'add' | 'delete'): Promise<void> {
  const isOn = verb === 'add' ? '1' : '0';
  await must('router', ['sysctl', '-qw', `net.ipv4.conf.lan.proxy_arp=${isOn}`]);
  const nodad = verb === 'add' ? ' nodad' : '';
  const addresses = ['203.0.113.94/28', `2001:db8:0:1::8e/124`].map(
    (address) => `address ${verb} ${address} dev eth0${address.includes(':') ? nodad : ''}`,
  );
  await must('client', ['ip', '-batch', '-'], `${addresses.join('\n')}\n`);
}
