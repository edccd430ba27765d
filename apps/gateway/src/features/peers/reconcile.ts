import type { PeerChange, PeerStatus, WireguardPeer } from '@comet/linux-network';
import { allowedIpsOf, type Lease } from '../leases/index.ts';

/**
 * Seconds after its last handshake for which WireGuard still keeps a session's keys (REJECT_AFTER_TIME). Later there is
 * nothing left that the customer's traffic needs, only where he was and when.
 */
const sessionLife = 180;

export function peerOf(lease: Lease): WireguardPeer {
  return { publicKey: lease.publicKey, allowedIps: allowedIpsOf(lease.host) };
}

/**
 * The smallest change that makes the device hold exactly the leases' peers, and forget where a peer was once its
 * handshake is older than three minutes: such a peer is taken out and put back in. Null when nothing is to be done.
 * `now` is in unix seconds.
 */
export function reconcile(
  leases: { withKey(publicKey: string): Lease | null; all(): Iterable<Lease> },
  actual: readonly PeerStatus[],
  now: number,
): PeerChange | null {
  const remove: string[] = [];
  const set: WireguardPeer[] = [];
  const seen = new Set<string>();
  for (const peer of actual) {
    seen.add(peer.publicKey);
    const lease = leases.withKey(peer.publicKey);
    if (lease === null) {
      remove.push(peer.publicKey);
    } else if (peer.lastHandshake !== null && now - peer.lastHandshake > sessionLife) {
      remove.push(peer.publicKey);
      set.push(peerOf(lease));
    } else if (!sameMembers(peer.allowedIps, allowedIpsOf(lease.host))) {
      set.push(peerOf(lease));
    }
  }
  for (const lease of leases.all()) if (!seen.has(lease.publicKey)) set.push(peerOf(lease));
  return remove.length + set.length === 0 ? null : { remove, set };
}

function sameMembers(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((member) => other.includes(member));
}
