import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '@comet/lab';

/**
 * What may pass between the client and its LAN while protected: the tunnel itself, the doors of the gateways and our API (which the
 * firewall opens to root only; the traffic of the tests runs as another user and never asks for them), neighbour discovery and DHCP.
 */
const allowed = [
  // What comes in is no leak: only the client can leak, and never towards itself.
  'dst host 192.168.77.10',
  'dst host 2001:db8:77::10',
  'arp',
  '((udp port 51820 or udp port 1194) and (host 203.0.113.101 or host 203.0.113.102))',
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

/** Packets that the client sends on its LAN and that are not `allowed`, while `during` runs and a moment after. */
export async function leaksDuring(lab: Lab, during: () => Promise<void>): Promise<readonly string[]> {
  const capture = await lab.capture('client', lab.hosts.client.uplink, `not (${allowed.join(' or ')})`);
  try {
    await during();
    await sleep(500);
  } finally {
    await capture.stop();
  }
  return capture.packets();
}

/** Lets the traffic run for a while. */
export const watchFor = (milliseconds: number) => async (): Promise<void> => {
  await sleep(milliseconds);
};
