import { type Clock, ok, type Result, unixSeconds } from '@comet/foundation';
import type { WireguardDevice } from '@comet/linux-network';
import type { Lease, LeaseBook, LeaseRefusal, LeaseRequest } from '../leases/index.ts';
import { peerOf, reconcile } from './reconcile.ts';

/** The leases and the device's peers as one thing: neither changes without the other. */
export interface Peers {
  /** Gives the session a lease and lets its key in. Rejects when the device does. */
  admit(request: LeaseRequest): Promise<Result<Lease, LeaseRefusal>>;
  /** Shuts these sessions out. Resolves when no packet of theirs passes any more. */
  end(leases: Iterable<Lease>): Promise<void>;
  endExpired(): Promise<void>;
  /** Compares the device with the leases and corrects it; forgets where silent peers were. */
  reconcile(): Promise<void>;
}

export function createPeers(parts: {
  readonly device: Pick<WireguardDevice, 'apply' | 'status'>;
  readonly leases: LeaseBook;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called after each change of the leases, so that they reach the disk. */
  readonly onChange: () => void;
}): Peers {
  const { device, leases, clock, random, onChange } = parts;
  const now = () => unixSeconds(clock.now());

  async function admit(request: LeaseRequest): Promise<Result<Lease, LeaseRefusal>> {
    const granted = leases.grant(request, now(), random);
    if (!granted.ok) return granted;
    const { lease, ended } = granted.value;
    // A lease that stays with another slot's key is the same peer to the device: it is changed, not removed.
    const remove = ended.map((one) => one.publicKey).filter((key) => key !== lease.publicKey);
    try {
      await device.apply({ remove, set: [peerOf(lease)] });
    } catch (error) {
      leases.end(lease, now());
      throw error;
    } finally {
      onChange();
    }
    return ok(lease);
  }

  async function end(ending: Iterable<Lease>): Promise<void> {
    const remove = [...ending].filter((lease) => leases.end(lease, now())).map((lease) => lease.publicKey);
    if (remove.length === 0) return;
    onChange();
    await device.apply({ remove });
  }

  return {
    admit,
    end,
    endExpired: () => end([...leases.all()].filter((lease) => lease.sessionUntil <= now())),
    async reconcile() {
      const actual = await device.status();
      const change = reconcile(leases, actual, clock.now().getTime() / 1000);
      if (change !== null) await device.apply(change);
    },
  };
}
