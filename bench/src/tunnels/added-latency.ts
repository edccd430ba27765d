import { join } from 'node:path';
import type { Lab } from '@comet/lab';
import { throughRouterProgram } from './through-router-program.ts';

/**
 * Adds `roundTrip` ms between the client's LAN and the internet with both gateways while `during` runs, for IPv4 and IPv6 in both
 * directions: the router sends the packets through a TUN device that returns them later.
 */
export async function withAddedLatency<T>(lab: Lab, roundTrip: number, during: () => Promise<T>): Promise<T> {
  const link = 'delay0';
  const script = join(import.meta.dirname, 'delaying-router.py');
  const argv = ['python3', script, link, String(roundTrip / 2)];
  const { result } = await throughRouterProgram(lab, { argv, link, input: '' }, during);
  return result;
}
