import type { PeerStatus } from '@comet/linux-network';

/** Milliseconds without an answer after which a link is lost. WireGuard answers data within 10 s, if only to say that it came. */
const patience = 15_000;
/** Milliseconds after which a handshake is too old to carry anything (REJECT_AFTER_TIME of the WireGuard paper, with room). */
const oldestHandshake = 200_000;
/** Bytes that go out unanswered in a healthy link: two keepalives of 32 bytes, which expect no answer. */
const unanswered = 64;

/** What is known of the traffic since something last came in. */
export interface LinkHealth {
  readonly rx: number;
  /** Bytes sent when something last came in. */
  readonly txThen: number;
  /** When we began to send more than keepalives since; null while we have not. Milliseconds. */
  readonly waitingSince: number | null;
}

export const newLink: LinkHealth = { rx: -1, txThen: 0, waitingSince: null };

/** What another look at the peer at `now` (milliseconds) adds. */
export function observe(health: LinkHealth, peer: PeerStatus, now: number): LinkHealth {
  if (peer.rxBytes !== health.rx) return { rx: peer.rxBytes, txThen: peer.txBytes, waitingSince: null };
  const waits = peer.txBytes - health.txThen > unanswered;
  return { ...health, waitingSince: waits ? (health.waitingSince ?? now) : null };
}

/** True when the gateway is gone, or knows us no more. */
export function isLost(health: LinkHealth, peer: PeerStatus, now: number): boolean {
  if (health.waitingSince !== null && now - health.waitingSince >= patience) return true;
  return peer.lastHandshake !== null && now - peer.lastHandshake * 1000 > oldestHandshake;
}
