import { tunnelNetwork } from '@comet/admission';
import { isPort } from '@comet/foundation';
import * as z from 'zod/mini';
import type { ForwardedPort } from './port-table.ts';

const hour = 3600;

const lease = z.object({ nonce: z.string().check(z.regex(/^[0-9a-f]{0,24}$/)), until: z.int() });

/** The file for a restart: live and reserved ports, never those of the past. */
export const forwardedPortsFile = z.object({
  version: z.literal(1),
  /** Unix seconds since which clients may rely on their mappings (RFC 6886 §3.6). */
  epoch: z.int(),
  /** The last known state of the location's switch. */
  isEnabled: z.boolean(),
  /** Ids of the operator's blocks that were carried out. */
  blocks: z.array(z.string()),
  /** Customers who get no port, and until when in unix seconds. */
  blocked: z.array(z.tuple([z.string(), z.int()])),
  ports: z.array(
    z.object({
      address: z.ipv4(),
      port: z.int().check(z.refine(isPort)),
      sub: z.string(),
      slot: z.int(),
      host: z.int().check(z.minimum(0), z.maximum(tunnelNetwork.hosts - 1)),
      internalPort: z.int().check(z.refine(isPort)),
      leases: z.object({ tcp: z.optional(lease), udp: z.optional(lease) }),
      reservedUntil: z.int(),
    }),
  ),
});

export type ForwardedPortsFile = z.output<typeof forwardedPortsFile>;

/**
 * Returns the ports for the file. The exact end of a lease would tell when it was requested, so times are rounded up to the hour: after a
 * restart a lease or reservation may last up to an hour longer.
 */
export function portsToFile(ports: Iterable<ForwardedPort>): ForwardedPortsFile['ports'] {
  return [...ports].map(({ leases, reservedUntil, ...port }) => ({
    ...port,
    leases: Object.fromEntries(
      Object.entries(leases).map(([protocol, { nonce, until }]) => [
        protocol,
        { nonce, until: roundedUp(until) },
      ]),
    ),
    reservedUntil: roundedUp(reservedUntil),
  }));
}

/** Returns the ports of the file. */
export function portsFromFile(file: ForwardedPortsFile): readonly ForwardedPort[] {
  return file.ports.map(({ leases: { tcp, udp }, ...port }) => ({
    ...port,
    leases: { ...(tcp === undefined ? {} : { tcp }), ...(udp === undefined ? {} : { udp }) },
  }));
}

function roundedUp(seconds: number): number {
  return Math.ceil(seconds / hour) * hour;
}
