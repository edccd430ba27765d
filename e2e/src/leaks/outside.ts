import type { ChildProcess } from 'node:child_process';
import type { Capture, Lab } from '@comet/lab';
import { networks } from './networks.ts';
import { outsideFilter } from './outside-filter.ts';
import { trafficProgram } from './traffic-program.ts';

/** The client's own addresses on the LAN, in each network it can be in. */
const ownAddresses = Object.values(networks).flatMap(({ client }) =>
  client.map((address) => address.split('/')[0] ?? ''),
);

/** Starts the traffic of an unprotected machine on the client; the program drops root. */
export function startTraffic(lab: Lab): ChildProcess {
  return lab.spawn('client', [process.execPath, trafficProgram], { stdio: 'ignore' });
}

/**
 * Captures the client's packets on the veth pair by its hardware address: pcap's `inbound` uses the kernel's packet direction, which misses
 * immediate responses of the other end of a veth.
 */
export async function captureFromClient(lab: Lab, filter: string): Promise<Capture> {
  const { stdout } = await lab.exec('client', ['cat', `/sys/class/net/${lab.hosts.client.uplink}/address`]);
  return lab.capture('router', 'lan', `ether src ${stdout.trim()} and (${filter})`);
}

/** Captures the client's packets on its LAN outside its tunnel, except `further`, in the syntax of pcap-filter(7). */
export function captureOutside(lab: Lab, further: readonly string[] = []): Promise<Capture> {
  return captureFromClient(lab, outsideFilter(ownAddresses, further));
}
