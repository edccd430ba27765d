import { exitClaim, tunnelNetwork } from '@comet/admission';
import { isWireguardKey } from '@comet/foundation';
import * as z from 'zod/mini';
import type { LeaseTable } from './lease-table.ts';

const hour = 3600;

const host = z.int().check(z.minimum(0), z.maximum(tunnelNetwork.hosts - 1));

/**
 * The file for a restart. It contains live sessions only; of an ended session only the quarantine of its host remains.
 */
export const leasesFile = z.object({
  version: z.literal(1),
  leases: z.array(
    z.object({
      sub: z.string(),
      slot: z.int(),
      publicKey: z.string().check(z.refine((text) => isWireguardKey(text))),
      host,
      issuedAt: z.int(),
      sessionUntil: z.int(),
      exit: z.optional(exitClaim),
    }),
  ),
  /** Hosts in quarantine, and its end in unix seconds. */
  resting: z._default(z.array(z.tuple([host, z.int()])), []),
});

export type LeasesFile = z.output<typeof leasesFile>;

/**
 * Returns the file of the leases. A ticket is issued when a customer connects, so exact times would be a log of connections: on disk they
 * are rounded down to the hour. This is strict after a restart: a session ends up to an hour early, and a revocation of the same hour
 * applies to it. The end of a quarantine is rounded up.
 */
export function leasesToFile(table: Pick<LeaseTable, 'all' | 'quarantined'>): LeasesFile {
  return {
    version: 1,
    resting: [...table.quarantined()].map(([at, until]) => [at, Math.ceil(until / hour) * hour]),
    leases: [...table.all()].map(({ sub, slot, publicKey, host: at, issuedAt, sessionUntil, exit }) => ({
      sub,
      slot,
      publicKey,
      host: at,
      issuedAt: issuedAt - (issuedAt % hour),
      sessionUntil: sessionUntil - (sessionUntil % hour),
      ...(exit === undefined ? {} : { exit }),
    })),
  };
}
