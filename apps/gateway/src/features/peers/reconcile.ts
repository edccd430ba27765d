import type { PeerChange, PeerStatus, WireguardPeer, WireguardDevice } from '@comet/linux-network';
import type { DesiredPeers } from './desired-peers.ts';
import type { Lease, LeaseTable } from '../leases/index.ts';

interface EndedSessionsParts {
  readonly device: Pick<WireguardDevice, 'apply'>;
  readonly desired: DesiredPeers;
  readonly leases: Pick<LeaseTable, 'withHost'>;
  readonly close: ((leases: readonly Lease[]) => Promise<void>) | undefined;
}

/**
 * Ended sessions whose keys the device may still have. Until their removal they keep their egress routes, or their traffic would leave by
 * the gateway.
 */
export class EndedSessions {
  readonly #parts: EndedSessionsParts;
  readonly #over = new Set<Lease>();

  constructor(parts: EndedSessionsParts) {
    this.#parts = parts;
  }

  all(): readonly Lease[] {
    return [...this.#over];
  }

  add(over: readonly Lease[]): void {
    for (const lease of over) this.#over.add(lease);
  }

  /**
   * Closes the routes of sessions whose keys are removed. A host with a new presentation keeps its route, also while that session
   * is being removed.
   */
  async release(over: readonly Lease[]): Promise<void> {
    for (const lease of over) this.#over.delete(lease);
    const pendingHosts = new Set(this.all().map(({ host }) => host));
    const gone = over.filter(
      ({ host }) => this.#parts.leases.withHost(host) === null && !pendingHosts.has(host),
    );
    if (gone.length > 0) await this.#parts.close?.(gone);
  }

  /** Removes peers after a failed change of the device. If that fails too, they stay until the next comparison. */
  async remove(over: readonly Lease[]): Promise<void> {
    const { device, desired } = this.#parts;
    this.add(over);
    const keys = over.map((lease) => lease.publicKey);
    const remove = keys.filter((key) => desired.withKey(key) === null);
    const set = keys.map((key) => desired.withKey(key)).filter((peer) => peer !== null);
    try {
      await device.apply({ remove, set });
    } catch {
      // The first refused change has logged the reason.
      return;
    }
    await this.release(over);
  }
}

/**
 * Seconds after the last handshake for which WireGuard keeps a session's keys (REJECT_AFTER_TIME). Afterwards the peer holds no state
 * that traffic needs, only the last endpoint and time.
 */
const sessionLife = 180;

/**
 * Returns the minimal change to the desired peers, null if there is none. It also clears the endpoint of a peer whose last handshake is
 * older than three minutes, by removing and adding the peer. `now` is in unix seconds.
 */
export function reconcile(
  desired: DesiredPeers,
  actual: readonly PeerStatus[],
  now: number,
): PeerChange | null {
  const remove: string[] = [];
  const set: WireguardPeer[] = [];
  const seen = new Set<string>();
  for (const peer of actual) {
    seen.add(peer.publicKey);
    const wanted = desired.withKey(peer.publicKey);
    if (wanted === null) {
      remove.push(peer.publicKey);
    } else if (peer.lastHandshake !== null && now - peer.lastHandshake > sessionLife) {
      remove.push(peer.publicKey);
      set.push(wanted);
    } else if (!sameMembers(peer.allowedIps, wanted.allowedIps)) {
      set.push(wanted);
    }
  }
  for (const wanted of desired.all()) if (!seen.has(wanted.publicKey)) set.push(wanted);
  return remove.length + set.length === 0 ? null : { remove, set };
}

function sameMembers(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((member) => other.includes(member));
}
