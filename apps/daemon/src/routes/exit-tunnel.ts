import { type Clock, err, ok, type Result, reasonOf } from '@comet/foundation';
import type { BlockReason, DaemonSettings } from '@comet/tunnel-protocol';
import type { Directory } from '../gateways/directory.ts';
import { type Choice, mayUseUdp } from '../gateways/attempts/transport-order.ts';
import { withPorts } from '../gateways/attempts/connection-attempt.ts';
import { blockReasonOf } from '../gateways/attempts/next-attempts.ts';
import { fresh } from '../model/goal.ts';
import { firstPort, type Gateway } from '../model/gateway.ts';
import { atPort, type WireguardSession } from '../model/session.ts';
import type { GatewayContact } from '../platform/firewall/firewall.ts';
import { type AdmitParts, admit } from '../tunnel/attempts/admit.ts';
import { waitForHandshake } from '../tunnel/attempts/connect-granted.ts';
import { isLost, type LinkHealth, newLink, observe } from '../tunnel/monitoring/link-health.ts';
import { agreePostQuantumPsk } from '../tunnel/monitoring/maintain-session.ts';
import { renewalTime } from '../tunnel/monitoring/watch-link.ts';
import { peerOf } from '../tunnel/link.ts';
import { sleepUntilAborted } from '../tunnel/sleep-until-aborted.ts';

/** Bounds in ms of the pause before the next attempt, which doubles after each failure. */
const pauses = { min: 1_000, max: 30_000 };
/** Timeout in ms of a handshake at one port. */
const handshakeTimeout = 3_000;
/** Maximum number of gateways, and of ports of one, that are tried in one attempt. */
const maxCandidates = 2;
const maxPorts = 3;
/** Interval in ms between two observations of the peer. */
const checkInterval = 1_500;
/** Timeout in ms of an agreement on a post-quantum PSK. */
const agreeTimeout = 4_000;

export interface ExitTunnelParts extends Omit<AdmitParts, 'log'> {
  readonly directory: Pick<Directory, 'destinationsFor' | 'refresh'>;
  readonly choice: () => Choice & Pick<DaemonSettings, 'postQuantum'>;
  /** Ids of the gateways with another tunnel of this machine. */
  readonly avoid: () => readonly string[];
  /** Permits a gateway in the firewall, and resolves when its rule is in force; null permits none. */
  readonly permit: (gatewayId: string | null, contact: GatewayContact | null) => Promise<void>;
  /** The tunnel is up with this session, or it is not. */
  readonly setTunnel: (session: WireguardSession | null) => Promise<void>;
  readonly clock: Clock;
  readonly log: AdmitParts['log'];
}

/**
 * Keeps a tunnel to a location until `signal` is aborted, over WireGuard and UDP: its ticket is presented through the main tunnel.
 * `onReason` gets why it is not up, and null when it is. Never rejects; at its end the device is removed.
 */
export async function runExitTunnel(
  parts: ExitTunnelParts,
  location: string,
  signal: AbortSignal,
  onReason: (reason: BlockReason | null) => void,
): Promise<void> {
  const { wireguard, log } = parts;
  let failures = 0;
  while (!signal.aborted) {
    const raised = await raise(parts, location, signal).catch((error: unknown) => {
      log.error({ location, reason: reasonOf(error) }, 'The tunnel of a route could not be made');
      return err<BlockReason>('tunnel_device_failed');
    });
    if (raised.ok) {
      failures = 0;
      onReason(null);
      log.info({ location }, 'The tunnel of a route is up');
      await watch(parts, raised.value, signal);
    } else if (!signal.aborted) onReason(raised.error);
    await lower(parts).catch((error: unknown) =>
      log.error({ location, reason: reasonOf(error) }, 'The tunnel of a route could not be removed'),
    );
    if (!raised.ok) await sleepUntilAborted(Math.min(pauses.max, pauses.min * 2 ** failures), signal);
    failures = raised.ok ? 0 : failures + 1;
  }
  await wireguard.close();
}

async function lower({ wireguard, setTunnel, permit }: ExitTunnelParts): Promise<void> {
  await setTunnel(null);
  await wireguard.clearPeers();
  await permit(null, null);
}

/** The gateways to try; a list that has none may be old. */
async function candidates(
  { directory, choice, avoid }: ExitTunnelParts,
  location: string,
  signal: AbortSignal,
): Promise<Result<readonly Gateway[], BlockReason>> {
  if (!mayUseUdp(choice())) return err('protocol_unavailable');
  const find = () => directory.destinationsFor({ location }, fresh);
  let found = find();
  if (found === null || found.wanted.length === 0) {
    await directory.refresh(signal);
    found = find();
  }
  const usable = (found?.wanted ?? []).filter(({ id }) => !avoid().includes(id));
  if (usable.length > 0) return ok(usable.map((gateway) => withPorts(gateway, choice(), null)));
  return err(found?.byExit === true ? 'exit_unavailable' : 'location_unavailable');
}

async function raise(
  parts: ExitTunnelParts,
  location: string,
  signal: AbortSignal,
): Promise<Result<WireguardSession, BlockReason>> {
  const found = await candidates(parts, location, signal);
  if (!found.ok) return found;
  let failure: BlockReason = 'gateway_unreachable';
  for (const gateway of found.value.slice(0, maxCandidates)) {
    if (signal.aborted) break;
    const admitted = await admit(parts, gateway, signal);
    if (signal.aborted) break;
    const session = admitted.ok ? await handshake(parts, admitted.value, signal) : null;
    if (session !== null) {
      await parts.setTunnel(session);
      return ok(session);
    }
    failure = admitted.ok ? 'handshake_timeout' : blockReasonOf(admitted.error);
  }
  return err(failure);
}

/** Returns the session at the port at which the gateway has responded; null without a response. */
async function handshake(
  { wireguard, permit }: ExitTunnelParts,
  admitted: WireguardSession,
  signal: AbortSignal,
): Promise<WireguardSession | null> {
  const { gateway, admittance } = admitted;
  const ports = gateway.wireguardPorts.length === 0 ? [firstPort(gateway)] : gateway.wireguardPorts;
  for (const port of ports.slice(0, maxPorts)) {
    const session = atPort(admitted, port);
    const dataPlane = { transport: 'udp', port } as const;
    await permit(gateway.id, { address: gateway.address, dataPlane, admissionPort: null });
    if (signal.aborted) return null;
    await wireguard.clearPeers();
    await wireguard.setPeer(peerOf(session), admittance.mtu);
    if (await waitForHandshake(wireguard, signal, handshakeTimeout)) return session;
  }
  return null;
}

/** Resolves when the tunnel is lost, or its session must be renewed. */
async function watch(parts: ExitTunnelParts, session: WireguardSession, signal: AbortSignal): Promise<void> {
  const { wireguard, clock } = parts;
  const renewAt = renewalTime(clock.now().getTime(), Date.parse(session.admittance.sessionUntil));
  let health: LinkHealth = newLink;
  const pending = agree(parts, session, signal);
  while (!signal.aborted) {
    await sleepUntilAborted(checkInterval, signal);
    const peer = await wireguard.peer().catch(() => null);
    const now = clock.now().getTime();
    if (peer === null || now >= renewAt) break;
    health = observe(health, peer, now);
    if (isLost(health, peer, now)) break;
  }
  await pending;
}

/** Agrees on a post-quantum PSK, as for the main tunnel. */
async function agree(
  { wireguard, choice, log }: ExitTunnelParts,
  { gateway, admittance, publicKey }: WireguardSession,
  signal: AbortSignal,
): Promise<void> {
  const to = admittance.dns.find((server) => !server.includes(':'));
  if (!choice().postQuantum || to === undefined) return;
  const ends = { client: publicKey, gateway: gateway.wireguardPublicKey };
  const key = await agreePostQuantumPsk(ends, { from: admittance.ipv4, to }, signal, agreeTimeout);
  if (key === null || signal.aborted) return;
  await wireguard.setPresharedKey(key);
  log.info('A post-quantum PSK was negotiated for a route');
}
