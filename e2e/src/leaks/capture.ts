import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture, Lab } from '@comet/lab';
import { test } from '@playwright/test';
import { networks } from './networks.ts';
import { pidsOn } from './processes.ts';

/** The client's own addresses on the LAN, in each network it can be in. */
const ownAddresses = Object.values(networks).flatMap(({ client }) =>
  client.map((address) => `src host ${address.split('/')[0]}`),
);

/** Addresses that gateways lease inside a tunnel (RFC 6598, RFC 4193). On the LAN, no packet may carry one as its source. */
const fromTunnelAddress = '(src net 100.64.0.0/10 or src net fd00:c0:e7::/48)';

/**
 * What may pass between the client and its LAN while protected: the tunnel itself, the gateways' admission endpoints and, from the
 * client's own LAN address, our API (the firewall opens both to root only; the test traffic runs as another user and contacts neither),
 * neighbour discovery and DHCP.
 */
const allowed = [
  'arp',
  '((udp port 51820 or udp port 1194) and (host 203.0.113.101 or host 203.0.113.102))',
  // WireGuard at its further ports: a type of 1 to 4, and three zero bytes.
  '((udp port 53 or udp port 80 or udp port 123 or udp port 443 or udp port 4500) and (host 203.0.113.101 or host 203.0.113.102) and udp[8] >= 1 and udp[8] <= 4 and udp[9:2] = 0 and udp[11] = 0)',
  // Later fragments of a datagram have no port; the first fragment must match the line above.
  '(ip proto 17 and ip[6:2] & 0x1fff != 0 and (host 203.0.113.101 or host 203.0.113.102))',
  '((tcp port 1195 or tcp port 8443 or tcp port 8388 or tcp port 9443) and (host 203.0.113.101 or host 203.0.113.102))',
  '(tcp port 443 and (host 203.0.113.101 or host 203.0.113.102 or host 2001:db8:0:1::101 or host 2001:db8:0:1::102))',
  `(tcp dst port 80 and (dst host 203.0.113.10 or dst host 2001:db8:0:1::10) and (${ownAddresses.join(' or ')}))`,
  '(icmp6 and (ip6[40] >= 133 and ip6[40] <= 136))',
  // Multicast listener reports of the interface itself carry a hop-by-hop header; they hold no user's traffic.
  '(ip6 multicast and ip6[6] == 0)',
  'igmp',
  '(udp port 67 or udp port 68 or udp port 546 or udp port 547)',
];

/** Starts the traffic of an unprotected machine on the client; the program drops root. */
export function startTraffic(lab: Lab): ChildProcess {
  const script = join(import.meta.dirname, 'traffic.ts');
  return lab.spawn('client', [process.execPath, script], { stdio: 'ignore' });
}

/**
 * Captures the client's packets on the veth pair by its hardware address: pcap's `inbound` uses the kernel's packet direction, which misses
 * immediate responses of the other end of a veth.
 */
export async function captureFromClient(lab: Lab, filter: string): Promise<Capture> {
  const { stdout } = await lab.exec('client', ['cat', `/sys/class/net/${lab.hosts.client.uplink}/address`]);
  return lab.capture('router', 'lan', `ether src ${stdout.trim()} and (${filter})`);
}

/** Captures the client's packets on its LAN that are not `allowed`, and all with a tunnel's source address. */
export function captureOutside(lab: Lab): Promise<Capture> {
  return captureFromClient(lab, `${fromTunnelAddress} or not (${allowed.join(' or ')})`);
}

/**
 * Returns the packets that the client sends on its LAN and that are not `allowed`, while `during` runs and a moment after. Captured at the
 * router, whose end of the veth pair always stays up. Their number is an annotation of the test, by whether our rules are in place.
 */
export async function leaksDuring(
  lab: Lab,
  during: () => Promise<void>,
  rules: keyof typeof PACKETS = 'on',
): Promise<readonly string[]> {
  const packets = await packetsDuring(lab, await captureOutside(lab), during);
  test.info().annotations.push({ type: PACKETS[rules], description: String(packets.length) });
  return packets;
}

/** Types of the annotations with a number of packets: `on` with our rules, `off` without them. */
export const PACKETS = { on: 'packets outside the tunnel', off: 'packets without our rules' } as const;

/** Returns the packets that the client sends on its LAN from a tunnel's address. */
export async function tunnelSourcesDuring(lab: Lab, during: () => Promise<void>): Promise<readonly string[]> {
  return packetsDuring(lab, await captureFromClient(lab, fromTunnelAddress), during);
}

async function packetsDuring(
  lab: Lab,
  capture: Capture,
  during: () => Promise<void>,
): Promise<readonly string[]> {
  try {
    await during();
    await sleep(500);
    // An empty capture proves nothing unless the traffic sender still runs.
    await pidsOn(lab, 'client', /leaks\/traffic\.ts$/);
  } finally {
    await capture.stop();
  }
  return capture.packets();
}

/** Runs the traffic for a while. */
export const watchFor = (milliseconds: number) => async (): Promise<void> => {
  await sleep(milliseconds);
};
