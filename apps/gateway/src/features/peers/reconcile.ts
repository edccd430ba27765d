import type { PeerChange, PeerStatus, WireguardPeer } from '@comet/linux-network';
import type { DesiredPeers } from './desired-peers.ts';

/**
 * Seconds after its last handshake for which WireGuard still keeps a session's keys (REJECT_AFTER_TIME). Later there is
 * nothing left that the customer's traffic needs, only where he was and when.
 */
const sessionLife = 180;

/**
 * The smallest change that makes the device hold exactly the desired peers, and forget where a peer was once its
 * handshake is older than three minutes: such a peer is taken out and put back in. Null when nothing is to be done.
 * `now` is in unix seconds.
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
