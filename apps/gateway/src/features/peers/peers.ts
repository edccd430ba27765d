import { type Clock, err, ok, type Result, unixSeconds } from '@comet/foundation';
import type { WireguardDevice, WireguardPeer, PeerStatus } from '@comet/linux-network';
import type { Lease, LeaseTable, LeaseRefusal, LeaseRequest } from '../leases/index.ts';
import { desiredPeers, peerOfLease, type StaticPeers, without } from './desired-peers.ts';
import { reconcile, EndedSessions } from './reconcile.ts';

/** The traffic of one key since it was admitted. */
interface Metered {
  /** Incremented each time the peer is added again and its counters restart. */
  readonly incarnation: number;
  /** Bytes from and to the customer. */
  readonly rxBytes: number;
  readonly txBytes: number;
}

interface Reading extends Metered {
  readonly lastRx: number;
  readonly lastTx: number;
}

/**
 * Accumulates a peer's counters, so that removing a peer to clear its endpoint loses no byte. In memory only, and forgotten
 * with the peer.
 */
class Meter {
  readonly #readings = new Map<string, Reading>();

  /** Call with the device's counters before a peer is removed. A counter that shrank has restarted. */
  read(peers: readonly PeerStatus[]): void {
    for (const { publicKey, rxBytes, txBytes } of peers) {
      const known = this.#readings.get(publicKey);
      if (known?.lastRx === rxBytes && known.lastTx === txBytes) continue;
      const before = known ?? { incarnation: 0, rxBytes: 0, txBytes: 0, lastRx: 0, lastTx: 0 };
      this.#readings.set(publicKey, {
        incarnation: before.incarnation,
        rxBytes: before.rxBytes + grown(before.lastRx, rxBytes),
        txBytes: before.txBytes + grown(before.lastTx, txBytes),
        lastRx: rxBytes,
        lastTx: txBytes,
      });
    }
  }

  /** Call when these peers were removed and added again after their last reading. */
  restarted(publicKeys: Iterable<string>): void {
    for (const publicKey of publicKeys) {
      const known = this.#readings.get(publicKey);
      if (known === undefined) continue;
      const incarnation = known.incarnation + 1;
      this.#readings.set(publicKey, { ...known, incarnation, lastRx: 0, lastTx: 0 });
    }
  }

  forget(publicKeys: Iterable<string>): void {
    for (const publicKey of publicKeys) this.#readings.delete(publicKey);
  }

  of(publicKey: string): Metered | null {
    const known = this.#readings.get(publicKey);
    if (known === undefined) return null;
    const { incarnation, rxBytes, txBytes } = known;
    return { incarnation, rxBytes, txBytes };
  }
}

function grown(last: number, current: number): number {
  return current < last ? current : current - last;
}

/** Keeps the leases, the downloaded configurations and the device's peers consistent. */
export interface Peers {
  /** Leases addresses to the session and adds its key. Rejects if the device fails. */
  admit(request: LeaseRequest): Promise<Result<Lease, LeaseRefusal>>;
  /** Ends these sessions. Resolves when their packets are no longer forwarded. */
  end(leases: Iterable<Lease>): Promise<void>;
  endExpired(): Promise<void>;
  /** Adds and removes keys to match leases and configurations. Calls while the device is busy become one change. */
  align(publicKeys: Iterable<string>): Promise<void>;
  /** Sets the preshared key of a session's peer, until its next presentation or its end. False if the key has no session. */
  setPresharedKey(publicKey: string, presharedKey: string): Promise<boolean>;
  /** Compares the device with the desired peers and corrects it; clears the endpoints of silent peers, and keeps their counters. */
  reconcile(): Promise<void>;
  /** Returns the traffic of a key up to the last comparison; null for a key that is not admitted. */
  metered(publicKey: string): Metered | null;
}

interface PeersParts {
  readonly device: Pick<WireguardDevice, 'apply' | 'status'>;
  readonly leases: LeaseTable;
  readonly statics: StaticPeers;
  readonly clock: Clock;
  readonly random: () => number;
  /** The preshared keys, by public key, of peers adopted from the previous agent. */
  readonly postQuantumPsks?: ReadonlyMap<string, string>;
  /** The egress routes of sessions: set before one is admitted, and removed after it has ended. */
  readonly egressRoutes?: {
    open(lease: Lease): Promise<void>;
    close(leases: readonly Lease[]): Promise<void>;
  };
  /** Called after each change of the leases, so that they are saved. */
  readonly onChange: () => void;
  /** Called with the addresses (without prefix length) whose session has ended. */
  readonly onFreed: (addresses: readonly string[]) => void;
}

/** Creates the peers from the leases and configurations. The device is unchanged until the first call. */
export function createPeers(parts: PeersParts): Peers {
  const { device, leases, clock, random, onChange } = parts;
  /** In memory only: after a restart of the device, clients agree on a new one. */
  const postQuantumPsks = new Map(
    [...(parts.postQuantumPsks ?? [])].filter(([key]) => leases.withKey(key) !== null),
  );
  /** Hosts whose sessions have no egress route yet. Other changes and comparisons of the device leave them out. */
  const opening = new Set<number>();
  const desired = desiredPeers(without(opening, leases), parts.statics, postQuantumPsks);
  const meter = new Meter();
  const endedSessions = new EndedSessions({ device, desired, leases, close: parts.egressRoutes?.close });
  const now = () => unixSeconds(clock.now());
  let waiting = new Set<string>();
  let aligning: Promise<void> | null = null;

  async function admit(request: LeaseRequest): Promise<Result<Lease, LeaseRefusal>> {
    const before = leases.withKey(request.publicKey);
    const granted = leases.grant(request, now(), random);
    if (!granted.ok) return granted;
    const { lease, ended } = granted.value;
    const isNew = before?.host !== lease.host;
    if (isNew) opening.add(lease.host);
    endedSessions.add(ended);
    // A new session begins without one: the client may have lost the previous one.
    for (const one of [lease, ...ended]) postQuantumPsks.delete(one.publicKey);
    // A key that moved to another slot is the same peer: it is changed, not removed.
    const removedKeys = ended.map((one) => one.publicKey).filter((key) => key !== lease.publicKey);
    try {
      await parts.egressRoutes?.open(lease);
      if (isNew) opening.delete(lease.host);
      // It may have been revoked or replaced while its route was created.
      const isCurrent = leases.withKey(lease.publicKey)?.host === lease.host;
      const own = isCurrent ? peerOfLease(lease) : desired.withKey(lease.publicKey);
      const remove = own === null ? [...removedKeys, lease.publicKey] : removedKeys;
      await device.apply({ remove, set: [...(own === null ? [] : [own]), ...stillDesired(removedKeys)] });
      await endedSessions.release(isCurrent ? ended : [...ended, lease]);
      return isCurrent ? ok(lease) : err('ticket_superseded');
    } catch (error) {
      leases.end(lease, now());
      await endedSessions.remove([lease, ...ended]);
      throw error;
    } finally {
      if (isNew) opening.delete(lease.host);
      onChange();
      free(ended, removedKeys);
    }
  }

  /** Returns the peers of keys that also have a configuration, which remain after their session. */
  function stillDesired(publicKeys: readonly string[]): readonly WireguardPeer[] {
    return publicKeys.map((key) => desired.withKey(key)).filter((peer) => peer !== null);
  }

  function free(ended: readonly Lease[], removedKeys: readonly string[]): void {
    meter.forget(removedKeys);
    parts.onFreed(ended.flatMap((lease) => addressesIn(peerOfLease(lease))));
  }

  async function end(ending: Iterable<Lease>): Promise<void> {
    const ended = [...ending].filter((lease) => leases.end(lease, now()));
    const remove = ended.map((lease) => lease.publicKey);
    for (const key of remove) postQuantumPsks.delete(key);
    if (remove.length === 0) return;
    onChange();
    endedSessions.add(ended);
    await device.apply({ remove, set: stillDesired(remove) });
    await endedSessions.release(ended);
    free(ended, remove);
  }

  async function alignWaiting(): Promise<void> {
    while (waiting.size > 0) {
      const keys = [...waiting];
      waiting = new Set();
      const remove = keys.filter((key) => desired.withKey(key) === null);
      await device.apply({ remove, set: stillDesired(keys) });
      meter.forget(remove);
    }
  }

  return {
    admit,
    end,
    endExpired: () => end([...leases.all()].filter((lease) => lease.sessionUntil <= now())),
    align(publicKeys) {
      for (const key of publicKeys) waiting.add(key);
      aligning ??= alignWaiting().finally(() => {
        aligning = null;
      });
      return aligning;
    },
    async setPresharedKey(publicKey, presharedKey) {
      if (leases.withKey(publicKey) === null) return false;
      postQuantumPsks.set(publicKey, presharedKey);
      await device.apply({ set: stillDesired([publicKey]) });
      return true;
    },
    async reconcile() {
      const over = endedSessions.all();
      const actual = await device.status();
      meter.read(actual);
      const change = reconcile(desired, actual, clock.now().getTime() / 1000);
      if (change !== null) await device.apply(change);
      await endedSessions.release(over);
      const back = new Set(change?.set?.map((peer) => peer.publicKey));
      meter.restarted((change?.remove ?? []).filter((key) => back.has(key)));
      meter.forget((change?.remove ?? []).filter((key) => !back.has(key)));
    },
    metered: (publicKey) => meter.of(publicKey),
  };
}

function addressesIn({ allowedIps }: WireguardPeer): readonly string[] {
  return allowedIps.map((cidr) => cidr.slice(0, cidr.indexOf('/')));
}
