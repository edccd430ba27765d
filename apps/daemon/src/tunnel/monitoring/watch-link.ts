import type { Admittance } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { PeerStatus } from '@comet/linux-network';
import { atPort, outerTransportOf, type Session, type WireguardSession } from '../../model/session.ts';
import type { AdmissionEndpoint } from '../../platform/admission/admission-endpoint.ts';
import type { Probe } from '../../platform/admission/probe.tcp.ts';
import type { Wireguard } from '../../platform/wireguard/wireguard.ts';
import type { DeviceKeys } from '../../tickets/device-keys.ts';
import { isTemporary } from '../../platform/control-plane/refusal-reason.ts';
import type { TicketStore } from '../../tickets/ticket-store.ts';
import { present } from '../../tickets/present-ticket.ts';
import type { ChangeEvent } from '../change-event.ts';
import type { StateLifetime } from '../machine.ts';
import { leaseOf } from '../session.ts';
import type { Message } from '../state.ts';
import type { RunningTunnel } from './running-tunnel.ts';
import { isInDoubt, isLost, isSilent, type LinkHealth, newLink, observe, proven } from './link-health.ts';

/** Maximum time in ms before a session's end at which it is renewed; a short session is renewed in its last fifth. */
const maxLead = 3_600_000;

/** Returns when to renew a session that was granted at `granted` and ends at `until`; all in milliseconds. */
export function renewalTime(granted: number, until: number): number {
  return until - Math.min(maxLead, Math.max(0, until - granted) / 5);
}

export interface RenewalParts {
  readonly admissionEndpoint: AdmissionEndpoint;
  readonly tickets: TicketStore;
  readonly keys: DeviceKeys;
}

type Renewal =
  | (Extract<Message, { kind: 'session-renewed' }> & { readonly session: WireguardSession })
  | Extract<Message, { kind: 'session-moved' | 'session-refused' }>;

/**
 * Presents a fresh ticket through the running tunnel. Null if nothing is reachable, or the API reports the gateway as offline,
 * which the packets through it disprove: the session continues while it is valid.
 */
export async function renewSession(
  parts: RenewalParts,
  session: WireguardSession,
  lifetime: { readonly key: string; readonly signal: AbortSignal },
): Promise<Renewal | null> {
  const { key } = lifetime;
  // Both sessions of a tunnel through two gateways are renewed together.
  if (session.via !== undefined) return { kind: 'session-moved', key };
  const pair = parts.keys.current();
  // In another week the gateway has another pseudonym of the account, and a key belongs to one pseudonym.
  if (pair === null || pair.publicKey !== session.publicKey || parts.keys.isDue())
    return { kind: 'session-moved', key };
  const ticket = await parts.tickets.fetch(session.gateway, pair.publicKey, lifetime.signal);
  if (!ticket.ok) return isTemporary(ticket.error) ? null : { kind: 'session-refused', reason: ticket.error };
  const presented = await present(
    parts.admissionEndpoint,
    session.gateway,
    pair,
    ticket.value,
    lifetime.signal,
  );
  if (!presented.ok) return presented.error.kind === 'unreachable' ? null : { kind: 'session-moved', key };
  return sameLink(presented.value.admittance, session.admittance)
    ? { kind: 'session-renewed', key, session: presented.value }
    : { kind: 'session-moved', key };
}

/** Returns a renewed session with the transport and port of the running one, which may have changed meanwhile. */
function onSamePath(renewed: WireguardSession, { outerTransport, admittance }: WireguardSession) {
  const session = atPort(renewed, admittance.wireguardPort);
  return outerTransport === undefined ? session : { ...session, outerTransport };
}

/** Whether two admittances result in the same link and differ at most in their validity. */
function sameLink(one: Admittance, other: Admittance): boolean {
  const link = (admittance: Admittance): string => JSON.stringify({ ...admittance, sessionUntil: '' });
  return link(one) === link(other);
}

/** Interval in ms between two observations of the peer, and between two attempts to renew. */
const checkInterval = 1_500;
const renewEvery = 60_000;
/** Timeout in ms of a probe after silence: enough for two packets. */
const probeTimeout = 3_000;

export interface WatchParts extends RenewalParts {
  readonly wireguard: Wireguard;
  /** Checks whether the gateway receives packets. */
  readonly probe: Probe;
  /** The network has changed, or the machine slept. */
  readonly changeEvent: ChangeEvent;
  readonly clock: Clock;
  readonly onPeer: (peer: Pick<PeerStatus, 'rxBytes' | 'txBytes' | 'lastHandshake'>) => void;
}

/** Monitors a tunnel while it is up: detects a lost gateway, and renews the session in time. */
export async function watchLink(
  parts: WatchParts,
  running: RunningTunnel<WireguardSession>,
  lifetime: StateLifetime,
): Promise<void> {
  const { signal } = lifetime;
  const { key, since } = running;
  let health: LinkHealth = newLink;
  let renewAt = renewalTime(since.getTime(), Date.parse(running.session.admittance.sessionUntil));
  let isNotified = false;
  while (!signal.aborted) {
    const seen = await checkLink(parts, health, running.session, signal, isNotified);
    if (signal.aborted) return;
    if (seen === 'lost') {
      // A program that carries the tunnel may keep a connection of the former network; another transport may work on this one.
      const isRoaming = isNotified && outerTransportOf(running.session) !== undefined;
      lifetime.report({ kind: isRoaming ? 'session-moved' : 'link-lost', key });
      return;
    }
    health = seen;
    const now = parts.clock.now().getTime();
    if (now >= renewAt) {
      const message = await renewSession(parts, running.session, { key, signal });
      renewAt = now + renewEvery;
      if (message?.kind === 'session-renewed') {
        const session = onSamePath(message.session, running.session);
        running.session = session;
        renewAt = renewalTime(now, Date.parse(session.admittance.sessionUntil));
        if (!signal.aborted) lifetime.report({ ...message, session });
      } else if (message !== null && !signal.aborted) lifetime.report(message);
    }
    isNotified = await parts.changeEvent.pause(checkInterval, signal);
  }
}

/** Observes the peer once. Probes the gateway if it is in doubt whether it receives packets, or after a change event. */
export async function checkLink(
  parts: Pick<WatchParts, 'wireguard' | 'probe' | 'clock' | 'onPeer'>,
  before: LinkHealth,
  session: WireguardSession,
  signal: AbortSignal,
  isNotified = false,
): Promise<LinkHealth | 'lost'> {
  const peer = await parts.wireguard.peer().catch(() => null);
  const now = parts.clock.now().getTime();
  if (peer === null) return before;
  parts.onPeer(peer);
  const health = observe(before, peer, now);
  if (isLost(health, peer, now)) return 'lost';
  if (isNotified || isSilent(health, now))
    return (await responds(parts.probe, session, signal, probeTimeout)) ? proven(health) : 'lost';
  if (!isInDoubt(health, now)) return health;
  return (await responds(parts.probe, session, signal)) ? proven(health) : 'lost';
}

/** Whether the gateway responds through the tunnel: at its admission endpoint, or to a DNS query; one of both is enough. */
export function responds(
  probe: Probe,
  session: Session,
  signal: AbortSignal,
  milliseconds?: number,
): Promise<boolean> {
  const { ipv4, dns } = leaseOf(session);
  const to = dns.find((server) => !server.includes(':'));
  if (to === undefined) return Promise.resolve(true);
  const end =
    milliseconds === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
  return probe({ from: ipv4, to, ports: [session.gateway.admissionPort, 53] }, end);
}
