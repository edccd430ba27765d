import type { PeerStatus } from '@comet/linux-network';

/** Seconds between keepalives; keeps the mapping of a home router open, and distinguishes a dead gateway from an idle one. */
export const keepalive = 25;

/** Milliseconds without an answer after which a link is lost. WireGuard answers data within 10 s, with at least a keepalive. */
const patience = 15_000;
/** Milliseconds after which a handshake is too old to carry anything (REJECT_AFTER_TIME of the WireGuard paper, with room). */
const oldestHandshake = 200_000;
/** Milliseconds of sending without an answer before the gateway is queried: a gateway sends no notice when it removes a peer. */
const silence = 1_400;

/** A link's own periodic packets, which need no response: minimum interval in ms, and size in bytes. */
export interface Keepalive {
  readonly every: number;
  readonly bytes: number;
}

/** A keepalive (WireGuard paper, 6.5). */
const wireguardKeepalive: Keepalive = { every: keepalive * 1000, bytes: 32 };
/** What is looked at of a peer. */
type Seen = Pick<PeerStatus, 'rxBytes' | 'txBytes' | 'lastHandshake'>;

/** A point from which on what we send is counted. */
interface Mark {
  /** Bytes sent until then. */
  readonly tx: number;
  /** Milliseconds. */
  readonly at: number;
  /** When we began to send more than keepalives since; null while we have not. Milliseconds. */
  readonly sendingSince: number | null;
}

/** What is known of a link's traffic. */
export interface LinkHealth {
  readonly rx: number;
  readonly handshake: number | null;
  /** When any byte was last received; null before the first observation. */
  readonly received: Mark | null;
  /** When it was last certain that the gateway receives packets; null if the next observation starts the period. */
  readonly proven: Mark | null;
}

export const newLink: LinkHealth = { rx: -1, handshake: null, received: null, proven: null };

/** Returns the state after an observation of the peer at `now` (ms). A completed handshake proves both directions. */
export function observe(health: LinkHealth, peer: Seen, now: number, ownPackets: Keepalive = wireguardKeepalive): LinkHealth {
  const receivedMore = peer.rxBytes !== health.rx;
  const hasHandshake = peer.lastHandshake !== health.handshake;
  return {
    rx: peer.rxBytes,
    handshake: peer.lastHandshake,
    received: count(receivedMore ? null : health.received, peer, now, ownPackets),
    proven: count(hasHandshake ? null : health.proven, peer, now, ownPackets),
  };
}

/** The gateway has answered a question of ours through the tunnel. What asking cost is not counted as traffic. */
export function proven(health: LinkHealth): LinkHealth {
  return { ...health, proven: null };
}

/**
 * True when we have been sending for a while and nothing shows that it arrives. What comes in shows nothing: a gateway that
 * cannot receive us still sends handshakes, and what others send us. A silent link is never in doubt.
 */
export function isInDoubt({ proven: mark }: LinkHealth, now: number): boolean {
  return mark !== null && mark.sendingSince !== null && now - mark.sendingSince >= patience;
}

/** True if packets have been sent for a moment without any response. */
export function isSilent({ received }: LinkHealth, now: number): boolean {
  return received !== null && received.sendingSince !== null && now - received.sendingSince >= silence;
}

/** True when the gateway is unreachable or has removed this peer. */
export function isLost({ received }: LinkHealth, peer: Seen, now: number): boolean {
  if (received !== null && received.sendingSince !== null && now - received.sendingSince >= patience)
    return true;
  return peer.lastHandshake !== null && now - peer.lastHandshake * 1000 > oldestHandshake;
}

function count(mark: Mark | null, peer: Seen, now: number, ownPackets: Keepalive): Mark {
  // A clock that was set back would have the count wait for it to come round.
  if (mark === null || now < (mark.sendingSince ?? mark.at))
    return { tx: peer.txBytes, at: now, sendingSince: null };
  const keepalives = 2 + Math.floor((now - mark.at) / ownPackets.every);
  const sends = peer.txBytes - mark.tx > keepalives * ownPackets.bytes;
  return { ...mark, sendingSince: sends ? (mark.sendingSince ?? now) : null };
}
