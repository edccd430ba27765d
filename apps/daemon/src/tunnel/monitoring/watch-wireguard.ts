import { type Clock, reasonOf } from '@comet/foundation';
import {
  atPort,
  type OpenvpnSession,
  outerTransportOf,
  type Session,
  type WireguardSession,
} from '../../model/session.ts';
import type { Choice } from '../../gateways/attempts/transport-order.ts';
import { type AdmitParts, admit } from '../attempts/admit.ts';
import { waitForHandshake } from '../attempts/connect-granted.ts';
import { peerOf } from '../link.ts';
import type { StateLifetime } from '../machine.ts';
import type { ChangeEvent } from '../change-event.ts';
import { moveToUdp, type MoveToUdpParts } from './move-to-udp.ts';
import type { RunningTunnel } from './running-tunnel.ts';
import {
  onFallback,
  isFallback,
  mayRetryAtOnce,
  type MoveAttempts,
  noMoveAttempts,
  pauseBefore,
} from './wireguard-retries.ts';

/** Maximum time in ms for the responses to the handshakes of a retry, and the minimum at one port. The next retry comes soon. */
const timeout = { all: 3_000, one: 1_000 };
/** The retry number to continue from after a time in which the user had chosen the transport. */
const whileChosen = 1;

/** The results of earlier moves to WireGuard; one object for the lifetime of the daemon. */
interface MoveHistory {
  moves: MoveAttempts;
}

/** Returns a history without moves. */
export const newMoveHistory = (): MoveHistory => ({ moves: noMoveAttempts });

export interface WatchWireguardParts extends AdmitParts, MoveToUdpParts {
  readonly changeEvent: ChangeEvent;
  readonly clock: Clock;
  readonly settings: () => Choice;
  readonly moveHistory: MoveHistory;
}

/**
 * Retries WireGuard over UDP while a fallback transport carries the tunnel. Over OpenVPN it reports when the gateway responds: the retry
 * does not disturb the tunnel, since admission is requested through it, and the WireGuard device that sends the handshake has no route and
 * no address. Over another transport of WireGuard the running tunnel moves.
 */
export async function watchWireguard(
  parts: WatchWireguardParts,
  running: RunningTunnel<Session>,
  { signal, report }: StateLifetime,
): Promise<void> {
  const { key } = running;
  if (running.session.protocol === 'wireguard' && outerTransportOf(running.session) === undefined) return;
  const { clock, moveHistory: history } = parts;
  history.moves = onFallback(history.moves, clock.now().getTime());
  let retry = 0;
  while (!signal.aborted) {
    const until = clock.now().getTime() + pauseBefore(retry, history.moves);
    if (await pauseUntil(parts, until, signal)) retry = 0;
    else retry += 1;
    if (signal.aborted) return;
    const { session } = running;
    if (!isFallback(session, parts.settings())) {
      retry = whileChosen;
      continue;
    }
    if (session.protocol === 'wireguard') {
      if (!(await moveToUdp(parts, running, signal))) continue;
      history.moves = { ...history.moves, movedAt: clock.now().getTime() };
      report({ kind: 'session-renewed', key, session: running.session });
      await parts.outerTransports.keepOnly(null);
      return;
    }
    const wireguardSession = await tryWireguard(parts, session, signal);
    if (wireguardSession === null || signal.aborted || !isFallback(session, parts.settings())) continue;
    history.moves = { ...history.moves, movedAt: clock.now().getTime() };
    report({ kind: 'wireguard-answers', key, session: wireguardSession });
    return;
  }
}

/** Resolves at `until` (Unix ms), or with `true` when the network changed and that is a reason to retry at once. */
async function pauseUntil(parts: WatchWireguardParts, until: number, signal: AbortSignal): Promise<boolean> {
  const { changeEvent, clock, moveHistory: history } = parts;
  for (;;) {
    const left = Math.max(0, until - clock.now().getTime());
    const isNotified = await changeEvent.pause(left, signal);
    if (!isNotified || signal.aborted) return false;
    if (mayRetryAtOnce(history.moves)) return true;
  }
}

/** One WireGuard handshake with the gateway: returns its session, or null without a response. */
async function tryWireguard(
  parts: WatchWireguardParts,
  { gateway, lease }: OpenvpnSession,
  signal: AbortSignal,
): Promise<WireguardSession | null> {
  const { wireguard, log } = parts;
  // At its address in the tunnel: OpenVPN drops packets through it to the server's own address, as a loop.
  const address = lease.dns.find((server) => !server.includes(':'));
  if (address === undefined || gateway.wireguardPorts.length === 0) return null;
  const admitted = await admit(parts, { ...gateway, address }, signal);
  if (signal.aborted) return null;
  if (!admitted.ok) {
    log.info({ reason: admitted.error }, 'The WireGuard retry was refused');
    return null;
  }
  const { wireguardPort, wireguardPorts } = admitted.value.gateway;
  const session = { ...admitted.value, gateway: { ...gateway, wireguardPort, wireguardPorts } };
  try {
    for (const port of wireguardPorts) {
      const here = atPort(session, port);
      await wireguard.setPeer(peerOf(here), here.admittance.mtu);
      const milliseconds = Math.max(timeout.one, timeout.all / wireguardPorts.length);
      const hasResponded = await waitForHandshake(wireguard, signal, milliseconds);
      if (!signal.aborted) log.info({ hasResponded, port }, 'WireGuard was tried again');
      if (hasResponded) return here;
      // Otherwise the device would continue to send handshakes. The end of the state removes the peer with the rest.
      if (signal.aborted) return null;
      await wireguard.clearPeers();
    }
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'The WireGuard retry failed');
  }
  return null;
}
