import { formatEndpoint } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import { atPort, overUdp, type Session, type WireguardSession } from '../../model/session.ts';
import type { OuterTransports } from '../../platform/obfuscation/outer-transports.ts';
import type { Wireguard } from '../../platform/wireguard/wireguard.ts';
import { sleepUntilAborted } from '../sleep-until-aborted.ts';
import type { RunningTunnel } from './running-tunnel.ts';

/** Milliseconds: for the next handshake, which WireGuard repeats every two minutes; and for datagrams that are still on the way. */
const timeout = { handshake: 200_000, underway: 2_000 };
/** Milliseconds until the response has been verified by WireGuard. */
const verifyDelay = 100;

export interface MoveToUdpParts {
  readonly outerTransports: Pick<OuterTransports, 'tryUdp' | 'keepOnly'>;
  readonly wireguard: Wireguard;
  readonly log: Log;
}

/**
 * Waits for the next handshake of a tunnel over another transport, which is also sent to WireGuard's own ports. If one of them responds,
 * the tunnel moves there without losing a packet: the datagrams that are on the way over the transport still arrive. Returns whether it
 * has moved; the program of the transport still runs then.
 */
export async function moveToUdp(
  { outerTransports, wireguard, log }: MoveToUdpParts,
  running: RunningTunnel<Session>,
  signal: AbortSignal,
): Promise<boolean> {
  const { session } = running;
  if (session.protocol !== 'wireguard') return false;
  const { gateway, outerTransport } = session.via ?? session;
  if (outerTransport === undefined) return false;
  const key = gateway.wireguardPublicKey;
  const before = (await wireguard.peerWith(key))?.lastHandshake ?? 0;
  const end = AbortSignal.any([signal, AbortSignal.timeout(timeout.handshake)]);
  const port = await outerTransports.tryUdp(outerTransport, gateway.wireguardPorts, end);
  if (port === null || signal.aborted) return false;
  await sleepUntilAborted(verifyDelay, signal);
  const handshake = (await wireguard.peerWith(key))?.lastHandshake ?? 0;
  // Anyone on the way can forge a response. Only WireGuard can tell.
  if (handshake <= before || signal.aborted) return false;
  await wireguard.setEndpoint(key, formatEndpoint({ host: gateway.address, port }));
  log.info({ port, over: outerTransport.over }, 'The tunnel moved to UDP');
  // A renewal may have replaced the session meanwhile.
  if (running.session.protocol === 'wireguard') running.session = moved(running.session, port);
  await sleepUntilAborted(timeout.underway, signal);
  return !signal.aborted;
}

/** Returns a session over UDP, of two gateways to the first. */
function moved(session: WireguardSession, port: number): WireguardSession {
  const { via } = session;
  return via === undefined ? atPort(overUdp(session), port) : { ...session, via: atPort(overUdp(via), port) };
}
