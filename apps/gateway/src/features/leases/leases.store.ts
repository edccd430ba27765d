import { exitClaim, tunnelNetwork } from '@comet/admission';
import { isWireguardKey } from '@comet/foundation';
import * as z from 'zod/mini';
import type { Lease, LeaseTable } from './lease-table.ts';

const hour = 3600;

const host = z.int().check(z.minimum(0), z.maximum(tunnelNetwork.hosts - 1));

const savedLease = z.object({
  sub: z.string(),
  slot: z.int(),
  publicKey: z.string().check(z.refine((text) => isWireguardKey(text))),
  host,
  issuedAt: z.int(),
  sessionUntil: z.int(),
  exit: z.optional(exitClaim),
});

/**
 * The file for a restart. It contains live sessions only; of an ended session only the quarantine of its host remains.
 */
export const leasesFile = z.object({
  version: z.literal(1),
  leases: z.array(savedLease),
  /** Hosts in quarantine, and its end in unix seconds. */
  resting: z._default(z.array(z.tuple([host, z.int()])), []),
});

export type LeasesFile = z.output<typeof leasesFile>;

/** The state of each host that changed since the previous save: its lease, or the end of its quarantine in unix seconds. */
export const leasesChange = z.array(
  z.union([z.object({ lease: savedLease }), z.object({ resting: z.tuple([host, z.int()]) })]),
);

export type LeasesChange = z.output<typeof leasesChange>;

/** Returns the file with the changes applied. */
export function replayLeases(file: LeasesFile, saved: readonly LeasesChange[]): LeasesFile {
  const leases = new Map(file.leases.map((lease) => [lease.host, lease]));
  const resting = new Map(file.resting);
  for (const change of saved.flat()) {
    const at = 'lease' in change ? change.lease.host : change.resting[0];
    leases.delete(at);
    resting.delete(at);
    if ('lease' in change) leases.set(at, change.lease);
    else resting.set(...change.resting);
  }
  return { ...file, leases: [...leases.values()], resting: [...resting] };
}

/** Returns the file of a gateway whose saved changes are damaged: no lease, and each known host in quarantine until `until` (unix seconds). */
export function withoutDamagedLeases(file: LeasesFile, until: number): LeasesFile {
  const hosts = [...file.leases.map((lease) => lease.host), ...file.resting.map(([at]) => at)];
  return { ...file, leases: [], resting: hosts.map((at) => [at, until]) };
}

/**
 * Returns the file of the leases. A ticket is issued when a customer connects, so exact times would be a log of connections: on disk they
 * are rounded down to the hour. This is strict after a restart: a session ends up to an hour early, and a revocation of the same hour
 * applies to it. The end of a quarantine is rounded up.
 */
export function leasesToFile(table: Pick<LeaseTable, 'all' | 'quarantined'>): LeasesFile {
  return {
    version: 1,
    resting: [...table.quarantined()].map(([at, until]) => [at, roundedUp(until)]),
    leases: [...table.all()].map((lease) => toSaved(lease)),
  };
}

/** Returns the changes since the previous call, with the times of the file, ordered by host and not by time. */
export function leasesToChange(table: Pick<LeaseTable, 'takeChanged'>): LeasesChange {
  return table
    .takeChanged()
    .toSorted((one, other) => one.host - other.host)
    .map((changed) =>
      'until' in changed
        ? { resting: [changed.host, roundedUp(changed.until)] }
        : { lease: toSaved(changed) },
    );
}

function roundedUp(until: number): number {
  return Math.ceil(until / hour) * hour;
}

function toSaved({ sub, slot, publicKey, host: at, issuedAt, sessionUntil, exit }: Lease): Lease {
  return {
    ...{ sub, slot, publicKey, host: at },
    issuedAt: issuedAt - (issuedAt % hour),
    sessionUntil: sessionUntil - (sessionUntil % hour),
    ...(exit === undefined ? {} : { exit }),
  };
}
