import type { Grant } from '@comet/contract';
import { type Clock, reasonOf, unixSeconds } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import { type GatewayTraces, publicKeysOf } from './client-endpoints.ts';
import type { ExitController } from './exits-report.ts';
import { type DnsFilterPlan, listsOf, superviseDnsFilter } from './features/dns-filter/index.ts';
import { type Identity, keepCertificate } from './features/enrolment/index.ts';
import { type FeedEffect, type FeedState, followFeed, openFeed } from './features/feed/index.ts';
import { reportHealth } from './features/health/index.ts';
import type { Lease, LeaseTable } from './features/leases/index.ts';
import type { OpenvpnController } from './features/openvpn/index.ts';
import { followOwnNetworks } from './features/own-networks/index.ts';
import { endRevokedSessions, type Peers } from './features/peers/index.ts';
import { superviseTunnelSocks, type TunnelSocksPlan } from './features/tunnel-socks/index.ts';
import type { Transports } from './features/wireguard-transports/index.ts';
import type { PortForwardingController } from './port-forwarding-controller.ts';
import { repeat, sleep, sleepUntil } from './platform/clock/sleep.ts';
import type { ControlPlane } from './platform/control-plane/control-plane.ts';
import type { Connections } from './platform/routing/connections.ts';

interface SweepParts {
  readonly feed: Pick<FeedState, 'isStale'>;
  readonly leases: Pick<LeaseTable, 'all'>;
  readonly peers: Pick<Peers, 'end' | 'endExpired'>;
  readonly exitController: Pick<ExitController, 'notifyEnding'>;
  readonly clock: Clock;
}

/**
 * Ends expired sessions. Those that leave by an exit or a dedicated IP are notified first, since their client would not notice otherwise.
 * After 72 hours without the feed all sessions end, because a revocation may have been missed.
 */
export async function sweepSessions({
  feed,
  leases,
  peers,
  exitController,
  clock,
}: SweepParts): Promise<void> {
  const now = unixSeconds(clock.now());
  if (feed.isStale(now)) return peers.end([...leases.all()]);
  const over = [...leases.all()].filter(({ sessionUntil }) => sessionUntil <= now);
  if (over.length === 0) return;
  await exitController.notifyEnding(over.map(({ host }) => host));
  await peers.endExpired();
}

/** Intervals in ms. The device is read rarely: listing its peers delays connecting clients. */
const intervals = { sweep: 1_000, reconcile: 60_000 };

interface BackgroundParts {
  readonly controlPlane: ControlPlane;
  readonly feed: FeedState;
  readonly leases: LeaseTable;
  readonly peers: Peers;
  readonly connections: Connections;
  readonly dnsFilter: DnsFilterPlan;
  readonly tunnelSocks: TunnelSocksPlan;
  readonly openvpn: OpenvpnController;
  readonly exitController: ExitController;
  readonly portForwarding: Pick<PortForwardingController, 'run' | 'announced'>;
  /** The NATS servers, the nearest first; none to follow the feed over HTTP. */
  readonly natsServers: readonly string[];
  readonly wireguardExtraPorts: readonly number[];
  readonly transports: Pick<Transports, 'offered' | 'changed' | 'alignClients'>;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly traces: Pick<GatewayTraces, 'finished'> | null;
  identity(): Identity;
  replaceIdentity(identity: Identity): Promise<void>;
  /** Called after every line of the feed, so that its changes are saved. */
  onReceived(effect: FeedEffect): void;
}

/** Opens the feed over HTTP, or, where NATS servers are set, over both. */
function feedOf({ controlPlane, feed, natsServers, identity, log }: BackgroundParts) {
  if (natsServers.length === 0) return controlPlane.feed;
  // Loaded only here: most installations have no NATS.
  const loading = import('./platform/nats/nats-feed.ts');
  const nats = loading.then(({ connectNatsFeed }) =>
    connectNatsFeed(natsServers, identity().gatewayId, controlPlane),
  );
  let reported: string | null = '';
  return openFeed({
    state: feed,
    http: controlPlane.feed,
    nats: async (signal) => (await nats).open(() => feed.cursor, signal),
    onNats({ refused }) {
      if (refused === reported) return;
      reported = refused;
      if (refused === null) log.info('The feed continues over NATS');
      else log.warn({ reason: refused }, 'The feed continues over HTTP');
    },
  });
}

/** Runs the gateway's tasks besides the admission endpoint. Resolves after `signal`; a rejection is an internal error. */
export async function runBackground(parts: BackgroundParts, signal: AbortSignal): Promise<void> {
  const { controlPlane, feed, leases, peers, openvpn, exitController, clock, log } = parts;
  const logError = (what: string) => (error: unknown) => log.error({ reason: reasonOf(error) }, what);
  const logWarning = (what: string) => (reason: string) => log.warn({ reason }, what);

  let faultChange = Promise.withResolvers<void>();
  let reportedFault = feed.fault;
  function checkFault(): void {
    if (feed.fault === reportedFault) return;
    reportedFault = feed.fault;
    faultChange.resolve();
    faultChange = Promise.withResolvers();
  }

  function onEffect(effect: FeedEffect): void {
    checkFault();
    parts.onReceived(effect);
    openvpn.received(effect);
    exitController.received(effect);
    if (effect.kind === 'alive' && effect.portForwarding !== undefined)
      parts.portForwarding.announced(effect.portForwarding);
    if (effect.kind === 'revoked')
      endRevoked(effect.revocations.flatMap(({ sub }) => [...leases.ofSubject(sub)]));
    if (effect.kind === 'granted' || effect.kind === 'withdrawn') align([effect.grant]);
    if (effect.kind !== 'replaced') return;
    endRevoked(leases.all());
    align(effect.withdrawn);
    peers.reconcile().catch(logError('The peers could not be compared'));
  }

  function endRevoked(candidates: Iterable<Lease>): void {
    const { revocations } = feed;
    endRevokedSessions({ revocations, peers, exitController }, candidates).catch(
      logError('A revoked session could not be ended'),
    );
  }

  function align(changed: readonly Grant[]): void {
    const configs = changed.filter((grant) => grant.kind === 'wireguard');
    const freed = configs
      .filter(({ id }) => feed.grants.get(id) === null)
      .flatMap(({ ipv4, ipv6 }) => [ipv4, ipv6]);
    peers
      .align(configs.map(({ publicKey }) => publicKey))
      .then(() => parts.connections.forget(freed))
      .catch(logError('A peer could not be changed'));
  }

  await Promise.all([
    followFeed(
      {
        state: feed,
        open: feedOf(parts),
        onEffect,
        onApplied: ({ kind, requestId, milliseconds }) => {
          log.debug({ kind, requestId }, 'A change of the feed was applied');
          parts.traces?.finished('feed apply', milliseconds, { kind }, requestId);
        },
        onLost(reason) {
          checkFault();
          log.warn({ reason }, 'The feed was lost; reconnecting');
        },
        sleep,
        clock,
      },
      signal,
    ),
    reportHealth(
      {
        controlPlane,
        version: parts.version,
        peers: () => leases.size + openvpn.sessions(),
        openvpn: openvpn.offers,
        wireguardExtraPorts: parts.wireguardExtraPorts,
        wireguardTransports: parts.transports.offered,
        blockLists: listsOf(parts.dnsFilter.filters),
        exits: exitController.report,
        onFailure: logWarning('The health report failed'),
        feedFault: () => feed.fault,
        changed: () =>
          Promise.race([
            openvpn.changed(),
            exitController.changed(),
            parts.transports.changed(),
            faultChange.promise,
          ]),
        sleepUntil,
      },
      signal,
    ),
    keepCertificate(
      {
        controlPlane,
        clock,
        current: parts.identity,
        replace: parts.replaceIdentity,
        onFailure: logWarning("The admission endpoint's certificate could not be renewed"),
        sleep,
      },
      signal,
    ),
    superviseDnsFilter(
      {
        plan: parts.dnsFilter,
        sleep,
        onFailure: logWarning('The DNS filter ended; restarting it'),
      },
      signal,
    ),
    superviseTunnelSocks(
      {
        plan: parts.tunnelSocks,
        sleep,
        onFailure: logWarning('The SOCKS5 proxy in the tunnel ended; restarting it'),
      },
      signal,
    ),
    followOwnNetworks(
      {
        controlPlane,
        onNetworks: (networks) =>
          exitController.own(networks).then(
            () => true,
            (error: unknown) => {
              logError('Our own addresses could not be blocked')(error);
              return false;
            },
          ),
        onFailure: logWarning('The control plane did not return our own addresses'),
        sleep,
      },
      signal,
    ),
    exitController.run(signal),
    parts.portForwarding.run(signal),
    repeat(
      intervals.sweep,
      () => sweepSessions(parts),
      logError('Ended sessions could not be removed'),
      signal,
    ),
    repeat(
      intervals.reconcile,
      () => {
        parts.transports.alignClients(publicKeysOf(leases));
        return Promise.resolve();
      },
      logError('The clients of scrambled WireGuard and Shadowsocks could not be compared'),
      signal,
    ),
    repeat(intervals.reconcile, peers.reconcile, logError('The peers could not be compared'), signal),
  ]);
}
