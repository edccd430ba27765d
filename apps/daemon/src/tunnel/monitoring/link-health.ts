import type { PeerStatus } from '@comet/linux-network';

/** Seconds between keepalives; keeps the mapping of a home router open, and distinguishes a failed gateway from an idle one. */
export const keepalive = 25;

/**
 * Time in ms without a response after which a link is lost. WireGuard answers data within 10 s, with at least a keepalive;
 * cover traffic holds that for up to 3.5 s.
 */
const timeout = 15_000;
/** Age in ms at which a handshake is too old to carry data (REJECT_AFTER_TIME of the WireGuard paper, with a margin). */
const oldestHandshake = 200_000;
/** Time in ms of sending without a response before the gateway is probed: a gateway sends no notice when it removes a peer. */
const silence = 1_400;

/** A link's own periodic packets, which need no response: minimum interval in ms, and size in bytes. */
export interface Keepalive {
  readonly every: number;
  readonly bytes: number;
}

/** A keepalive (WireGuard paper, 6.5). */
const wireguardKeepalive: Keepalive = { every: keepalive * 1000, bytes: 32 };
/** The observed values of a peer. */
type Seen = Pick<PeerStatus, 'rxBytes' | 'txBytes' | 'lastHandshake'>;

/** A reference point for counting sent bytes. */
interface Mark {
  /** Bytes sent until then. */
  readonly tx: number;
  /** Milliseconds. */
  readonly at: number;
  /** Time in ms at which more than keepalives were sent since then; null before that. */
  readonly sendingSince: number | null;
}

/** The state of a link's traffic. */
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
export function observe(
  health: LinkHealth,
  peer: Seen,
  now: number,
  ownPackets: Keepalive = wireguardKeepalive,
): LinkHealth {
  const receivedMore = peer.rxBytes !== health.rx;
  const hasHandshake = peer.lastHandshake !== health.handshake;
  return {
    rx: peer.rxBytes,
    handshake: peer.lastHandshake,
    received: count(receivedMore ? null : health.received, peer, now, ownPackets),
    proven: count(hasHandshake ? null : health.proven, peer, now, ownPackets),
  };
}

/** The state after the gateway has responded to a probe. The probe's own bytes do not count as traffic. */
export function proven(health: LinkHealth): LinkHealth {
  return { ...health, proven: null };
}

/**
 * True if packets have been sent for a while without any proof of arrival. Received packets prove nothing: a gateway that cannot receive
 * still sends handshakes, and packets of other hosts. A silent link is never in doubt.
 */
export function isInDoubt({ proven: mark }: LinkHealth, now: number): boolean {
  return mark !== null && mark.sendingSince !== null && now - mark.sendingSince >= timeout;
}

/** True if packets have been sent for a moment without any response. */
export function isSilent({ received }: LinkHealth, now: number): boolean {
  return received !== null && received.sendingSince !== null && now - received.sendingSince >= silence;
}

/** True when the gateway is unreachable or has removed this peer. */
export function isLost({ received }: LinkHealth, peer: Seen, now: number): boolean {
  if (received !== null && received.sendingSince !== null && now - received.sendingSince >= timeout)
    return true;
  return peer.lastHandshake !== null && now - peer.lastHandshake * 1000 > oldestHandshake;
}

function count(mark: Mark | null, peer: Seen, now: number, ownPackets: Keepalive): Mark {
  // If the clock was set back, the count starts again.
  if (mark === null || now < (mark.sendingSince ?? mark.at))
    return { tx: peer.txBytes, at: now, sendingSince: null };
  const keepalives = 2 + Math.floor((now - mark.at) / ownPackets.every);
  const sends = peer.txBytes - mark.tx > keepalives * ownPackets.bytes;
  return { ...mark, sendingSince: sends ? (mark.sendingSince ?? now) : null };
}
