import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture, Lab } from '@comet/lab';
import { pidsOn } from './processes.ts';

/**
 * What may pass between the client and its LAN while protected: the tunnel itself, the doors of the gateways and our API (which the
 * firewall opens to root only; the traffic of the tests runs as another user and never asks for them), neighbour discovery and DHCP.
 */
const allowed = [
  'arp',
  '((udp port 51820 or udp port 1194) and (host 203.0.113.101 or host 203.0.113.102))',
  // What follows of a datagram in pieces names no port; its first piece does, and is held to the line above.
  '(ip proto 17 and ip[6:2] & 0x1fff != 0 and (host 203.0.113.101 or host 203.0.113.102))',
  '((tcp port 1195 or tcp port 8443 or tcp port 8388 or tcp port 9443) and (host 203.0.113.101 or host 203.0.113.102))',
  '(tcp port 443 and (host 203.0.113.101 or host 203.0.113.102 or host 2001:db8:0:1::101 or host 2001:db8:0:1::102))',
  '(tcp port 80 and (host 203.0.113.10 or host 2001:db8:0:1::10))',
  '(icmp6 and (ip6[40] >= 133 and ip6[40] <= 136))',
  // Multicast listener reports of the interface itself carry a hop-by-hop header; they hold no user's traffic.
  '(ip6 multicast and ip6[6] == 0)',
  'igmp',
  '(udp port 67 or udp port 68 or udp port 546 or udp port 547)',
];

/** Starts the traffic of an unprotected machine on the client; it makes itself an ordinary user there. */
export function startTraffic(lab: Lab): ChildProcess {
  const script = join(import.meta.dirname, 'traffic.ts');
  return lab.spawn('client', [process.execPath, script], { stdio: 'ignore' });
}

/**
 * Captures what the client puts on the cable. Told by its hardware address: pcap's `inbound` goes by the kernel's notion of a packet's
 * direction, which misses answers that the other end of a veth gives at once.
 */
export async function captureFromClient(lab: Lab, filter: string): Promise<Capture> {
  const { stdout } = await lab.exec('client', ['cat', `/sys/class/net/${lab.hosts.client.uplink}/address`]);
  return lab.capture('router', 'lan', `ether src ${stdout.trim()} and (${filter})`);
}

/** Captures what leaves the client on its LAN and is not `allowed`. */
export function captureOutside(lab: Lab): Promise<Capture> {
  return captureFromClient(lab, `not (${allowed.join(' or ')})`);
}

/**
 * Packets that the client sends on its LAN and that are not `allowed`, while `during` runs and a moment after. Seen from the router,
 * whose end of the cable stays up whatever becomes of the client's.
 */
export async function leaksDuring(lab: Lab, during: () => Promise<void>): Promise<readonly string[]> {
  const capture = await captureOutside(lab);
  try {
    await during();
    await sleep(500);
    // Silence proves nothing where nobody speaks.
    await pidsOn(lab, 'client', /leaks\/traffic\.ts$/);
  } finally {
    await capture.stop();
  }
  return capture.packets();
}

/** Lets the traffic run for a while. */
export const watchFor = (milliseconds: number) => async (): Promise<void> => {
  await sleep(milliseconds);
};
