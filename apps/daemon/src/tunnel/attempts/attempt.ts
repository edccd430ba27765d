import { setImmediate } from 'node:timers/promises';
import type { Log } from '@comet/foundation/log';
import { type Clock, err, type Result, ok } from '@comet/foundation';
import type { BlockReason, OpenvpnVariant, Transport } from '@comet/tunnel-protocol';
import type { ConnectionAttempt } from '../../gateways/attempts/connection-attempt.ts';
import type { AttemptFailure } from '../../gateways/attempts/next-attempts.ts';
import type { Gateway } from '../../model/gateway.ts';
import type { AdmissionEndpoint } from '../../platform/admission/admission-endpoint.ts';
import type { TcpConnect } from '../../platform/admission/tcp-connect.ts';
import type { OuterTransports } from '../../platform/obfuscation/outer-transports.ts';
import type { Openvpn, OpenvpnFailure } from '../../platform/openvpn/openvpn.ts';
import type { OpenvpnAccessStore } from '../../tickets/openvpn-access.ts';
import type { StandbySessions } from '../../tickets/standby-sessions.ts';
import type { Link, LinkSettings } from '../link.ts';
import type { StateLifetime } from '../machine.ts';
import { tcpPortsOf } from '../session.ts';
import type { Session, Hop, OpenvpnSession, WireguardSession } from '../../model/session.ts';
import { type AdmitParts, admit, setDeviceKey } from './admit.ts';
import { earlyHandshake } from './early-handshake.ts';
import { connectGranted, unmeasuredHandshakeMs, waitForHandshake } from './connect-granted.ts';
import { admitOver, attemptOver } from './attempt-over.ts';
import { gatewayHandshake } from './wireguard-handshake.ts';

interface StandbyParts extends Pick<AdmitParts, 'wireguard' | 'keys' | 'log'> {
  readonly admissionEndpoint: Pick<AdmissionEndpoint, 'openAt'>;
  readonly standby: Pick<StandbySessions, 'claim'>;
  readonly link: Link;
  readonly settings: () => LinkSettings;
}

/**
 * Timeouts of the handshake in ms: three round trips and `beyond`; `responded` if the gateway
 * has just responded with this session.
 */
const timeout = { beyond: 150, responded: 3_000 };

/**
 * Connects with a prepared session, without the admission endpoint. `standby_gone` if the gateway does not respond or the device has
 * another key meanwhile.
 */
async function attemptStandby(
  parts: StandbyParts,
  session: WireguardSession,
  { blocked, signal }: Pick<StateLifetime, 'blocked' | 'signal'>,
  hasResponded = false,
): Promise<Result<WireguardSession, BlockReason | 'standby_gone'>> {
  const { admissionEndpoint, keys, link, standby, wireguard } = parts;
  const { gateway, publicKey } = session;
  void standby.claim(gateway);
  const key = keys.current();
  if (key?.publicKey !== publicKey) return err('standby_gone');
  const failure = await connectGranted<BlockReason>({
    rules: async () => ((await blocked) ? null : 'firewall_failed'),
    async peer() {
      const lowered = link.lower(session);
      const hasKey = await setDeviceKey(parts, key);
      if (hasKey) await link.sendHandshake(session);
      await lowered;
      // Also after an abort: the peer is removed with the rest.
      link.markDirty();
      return hasKey ? null : 'tunnel_device_failed';
    },
    async link() {
      if (signal.aborted) return 'gateway_unreachable';
      const raised = await link.raise(session, parts.settings());
      return raised.ok ? null : raised.error;
    },
    handshake() {
      const roundTrip = admissionEndpoint.openAt(gateway);
      const usual = roundTrip === null ? unmeasuredHandshakeMs : timeout.beyond + 3 * roundTrip;
      return waitForHandshake(wireguard, signal, hasResponded ? timeout.responded : usual);
    },
  });
  if (failure === 'no_response') return err('standby_gone');
  return failure === null ? ok(session) : err(failure);
}

/** Replaces the running tunnel by the one of a session whose handshake has completed: nothing is removed before. */
async function attemptPrepared(
  parts: StandbyParts,
  session: WireguardSession,
  { blocked, signal }: Pick<StateLifetime, 'blocked' | 'signal'>,
): Promise<Result<WireguardSession, BlockReason | 'standby_gone'>> {
  void parts.standby.claim(session.gateway);
  if (!(await blocked)) return err('firewall_failed');
  if (signal.aborted) return err('gateway_unreachable');
  const raised = await parts.link.raise(session, parts.settings());
  if (!raised.ok) return raised;
  return (await waitForHandshake(parts.wireguard, signal, timeout.responded))
    ? ok(session)
    : err('standby_gone');
}

interface OpenvpnParts {
  readonly link: Link;
  readonly openvpn: Openvpn;
  readonly access: OpenvpnAccessStore;
  readonly reach: TcpConnect;
  readonly log: Log;
}

const reasons: Readonly<Record<OpenvpnFailure, BlockReason>> = {
  no_response: 'openvpn_failed',
  refused: 'gateway_refused',
  program_failed: 'tunnel_device_failed',
  bad_lease: 'openvpn_failed',
};

/** Connects OpenVPN's client to a gateway, with another attempt if a stored login was refused. */
async function openOpenvpn(
  { link, openvpn, access, reach, log }: OpenvpnParts,
  gateway: Gateway,
  variant: OpenvpnVariant,
  signal: AbortSignal,
): Promise<Result<OpenvpnSession, BlockReason>> {
  const offer = gateway.openvpn.find((one) => one.variant === variant);
  if (offer === undefined) return err('protocol_unavailable');
  const tcpPort = gateway.openvpn.find((one) => one.variant === 'tcp')?.port ?? null;
  const reachability =
    variant === 'udp' ? 'open' : reach(gateway.address, offer.port, tcpPortsOf(gateway), signal);
  let failure: OpenvpnFailure = 'no_response';
  for (let tries = 0; tries < 2; tries += 1) {
    const granted = await access.take(gateway, signal);
    if (!granted.ok) return granted;
    const result = await reachability;
    if (signal.aborted) break;
    // OpenVPN would notice an unreachable port only after ten seconds.
    if (result !== 'open') return err(result === 'unreachable' ? 'gateway_unreachable' : 'openvpn_failed');
    const { address, serverName } = gateway;
    link.markDirty();
    const raised = await openvpn.raise(
      { address, serverName, offer, tcpPort, ...granted.value.access },
      signal,
    );
    if (raised.ok) return ok({ protocol: 'openvpn', gateway, variant, lease: raised.value });
    failure = raised.error;
    log.warn({ variant, location: gateway.place.location, failure }, 'An OpenVPN attempt failed');
    // A refusal of a fresh login is final; the API has just authorised this device.
    if (failure !== 'refused' || granted.value.fresh) break;
    access.drop(gateway);
  }
  return err(reasons[failure]);
}

/** Milliseconds after the gateway's response within which an early handshake must complete. */
const grace = 30;

export interface AttemptParts extends OpenvpnParts, AdmitParts {
  readonly link: Link;
  readonly outerTransports: OuterTransports;
  readonly signedIn: () => boolean;
  readonly settings: () => LinkSettings;
  readonly clock: Clock;
}

/**
 * One attempt at a gateway by one transport. WireGuard: present a ticket at the admission endpoint, raise the link, wait for the handshake;
 * where only another transport than UDP is tried, that is opened meanwhile.
 * OpenVPN: connect its client, then raise the link. The presentation may begin while the rules are still being
 * applied if there were none, and while remains of an earlier process are removed, since only this process sends it; the other steps
 * wait for both. `onAdmitted` is called with a WireGuard session before its link is raised, so that its rules can be applied
 * meanwhile.
 */
export async function attempt(
  parts: AttemptParts,
  { gateway, transport, via, standby, hasResponded = false, isPrepared = false }: ConnectionAttempt,
  lifetime: StateLifetime,
  onAdmitted: (session: Session) => void = () => undefined,
): Promise<Result<Session, AttemptFailure | 'standby_gone'>> {
  const { blocked, wasBlocking, signal } = lifetime;
  if (!parts.signedIn()) return err('not_signed_in');
  if (standby !== undefined && isPrepared) return attemptPrepared(parts, standby, lifetime);
  if (standby !== undefined) {
    if ((wasBlocking || parts.link.used) && !(await blocked)) return err('firewall_failed');
    return attemptStandby(parts, standby, lifetime, hasResponded);
  }
  const cleared = clear(parts.link, blocked);
  if ((wasBlocking || parts.link.used) && !(await cleared)) return err('firewall_failed');
  if (transport.protocol === 'openvpn') {
    if (!(await cleared)) return err('firewall_failed');
    const opened = await openOpenvpn(parts, gateway, transport.variant, signal);
    if (!opened.ok || signal.aborted) return opened;
    const raised = await parts.link.raise(opened.value, parts.settings());
    return raised.ok ? opened : raised;
  }
  const { usePort, useTransport } = lifetime;
  const held = { blocked: cleared, signal, usePort, useTransport };
  if (via !== undefined) {
    const tried = await attemptThrough(parts, { exit: gateway, entry: via, transport }, held);
    await cleared;
    return tried;
  }
  if (transport.over !== undefined) return attemptOver(parts, gateway, held, onAdmitted);
  const early = earlyHandshake(parts, gateway, held);
  const admitted = await admit(parts, gateway, signal, early.begin);
  const isStarted = await early.isStarted();
  const isClear = await cleared;
  if (!admitted.ok) return admitted;
  if (!isClear) return err('firewall_failed');
  if (signal.aborted) return err('gateway_unreachable');
  onAdmitted(admitted.value);
  // The rules take longest: they are started before the link.
  await setImmediate();
  if (signal.aborted) return err('gateway_unreachable');
  const [raised, responded] = await Promise.all([
    parts.link.raise(admitted.value, parts.settings()),
    isStarted && waitForHandshake(parts.wireguard, signal, grace),
  ]);
  if (!raised.ok) return raised;
  if (responded) return admitted;
  // The gateway ignores a handshake that arrives before the peer is added: it is repeated.
  if (isStarted) await parts.link.repeatHandshake(admitted.value);
  const { publicKey } = admitted.value;
  return gatewayHandshake(parts, admitted.value, publicKey, parts.link.repeatHandshake, held);
}

/** Returns true once the rules are in force and the link is removed; false if they could not be applied. */
async function clear(link: Link, blocked: Promise<boolean>): Promise<boolean> {
  const held = await blocked;
  if (held) await link.lower();
  return held;
}

interface Hops {
  readonly exit: Gateway;
  readonly entry: Gateway;
  /** What carries the packets to the entry. */
  readonly transport: Extract<Transport, { protocol: 'wireguard' }>;
}

/**
 * One attempt at an exit through an entry: WireGuard in WireGuard. The exit's admission endpoint is contacted through the entry, so the
 * entry never sees the inner traffic, and the exit never sees this machine's address.
 */
async function attemptThrough(
  parts: Pick<AttemptParts, keyof AdmitParts | 'link' | 'outerTransports' | 'settings'>,
  { exit, entry, transport }: Hops,
  lifetime: Pick<StateLifetime, 'blocked' | 'signal' | 'usePort' | 'useTransport'>,
): Promise<Result<Session, AttemptFailure>> {
  const { blocked, signal } = lifetime;
  const isOver = transport.over !== undefined;
  const first = await (isOver ? admitOver(parts, entry, lifetime) : admit(parts, entry, signal));
  if (!first.ok) return first;
  if (!(await blocked)) return err('firewall_failed');
  if (signal.aborted) return err('gateway_unreachable');
  const { gateway, admittance, outerTransport, publicKey } = first.value;
  const hop: Hop = { gateway, admittance, ...(outerTransport === undefined ? {} : { outerTransport }) };
  const opened = await parts.link.openHop(hop, exit);
  if (!opened.ok) return opened;
  const repeat = (other: Hop): Promise<void> => parts.link.repeatHop(other, exit);
  const responded = isOver
    ? await onlyHandshake(parts, hop, signal)
    : await gatewayHandshake(parts, hop, publicKey, repeat, lifetime);
  if (!responded.ok) return responded;
  const via = responded.value;
  const second = await admit(parts, exit, signal);
  if (!second.ok || signal.aborted) return second;
  const session = { ...second.value, via };
  const raised = await parts.link.raise(session, parts.settings());
  if (!raised.ok) return raised;
  return (await waitForHandshake(parts.wireguard, signal)) ? ok(session) : err('handshake_timeout');
}

/** Waits for the response over the transport that was opened. */
async function onlyHandshake(
  { wireguard }: Pick<AttemptParts, 'wireguard'>,
  hop: Hop,
  signal: AbortSignal,
): Promise<Result<Hop, AttemptFailure>> {
  return (await waitForHandshake(wireguard, signal)) ? ok(hop) : err('handshake_timeout');
}
