import type { Lease } from '../leases/index.ts';
import type { Peers } from './peers.ts';

interface EndRevokedParts {
  readonly revocations: { covers(lease: Lease): boolean };
  readonly peers: Pick<Peers, 'end'>;
  readonly exitController: { notifyEnding(hosts: readonly number[]): Promise<void> };
}

/** Ends the sessions among `candidates` that a revocation covers, after their clients were notified. */
export async function endRevokedSessions(
  { revocations, peers, exitController }: EndRevokedParts,
  candidates: Iterable<Lease>,
): Promise<void> {
  const revoked = [...candidates].filter((lease) => revocations.covers(lease));
  await exitController.notifyEnding(revoked.map(({ host }) => host));
  await peers.end(revoked);
}
