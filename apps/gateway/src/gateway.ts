import { addressesOf, gatewayHost, type NameFilter, nameFilters } from '@comet/admission';
import { type Clock, reasonOf, unixSeconds } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import { publicKeyOf } from '@comet/linux-network';
import type { Log } from '@comet/foundation/log';
import { runBackground } from './background.ts';
import { type GatewayTraces, openClientEndpoints } from './client-endpoints.ts';
import { openExitController } from './exit-controller.ts';
import { type GatewayFigures, gatewayFigures } from './gateway-metrics.ts';
import { listsIn } from './features/dns-filter/index.ts';
import type { Identity } from './features/enrolment/index.ts';
import type { FeedFile, FeedState } from './features/feed/index.ts';
import type { LeasesFile } from './features/leases/index.ts';
import { type QuotaLeasesFile, quotaLeaseSource } from './features/metering/index.ts';
import {
  type ObfuscationSecretsFile,
  noOpenvpn,
  openOpenvpn,
  openvpnLinks,
  type OpenvpnController,
} from './features/openvpn/index.ts';
import type { ForwardedPortsFile } from './features/port-forwarding/index.ts';
import { createPeers, type StaticPeers } from './features/peers/index.ts';
import { sharesWireguardPort } from './features/wireguard-transports/index.ts';
import { type FeedStateFile, type LeasesStateFile, readLeasesFile, restoreState } from './saved-state.ts';
import { openNatsReports } from './nats-reports.ts';
import { networkPlan } from './network-plan.ts';
import { openPortForwarding } from './port-forwarding-controller.ts';
import { openConnections } from './platform/routing/connections.ts';
import type { ControlPlane } from './platform/control-plane/control-plane.ts';
import type { Addresses } from './platform/firewall/exit-rules.ts';
import { isProgram } from './platform/processes/find-program.ts';
import { type GatewayNetwork, openNetwork } from './platform/routing/network.ts';
import { programPath } from './platform/processes/program-path.ts';
import { openEgressRouteTable } from './platform/firewall/egress-route-table.ts';
import type { Settings } from './settings.ts';

interface GatewayParts {
  readonly settings: Settings;
  readonly identity: Identity;
  readonly feedFile: FeedFile;
  readonly files: {
    readonly identity: StateFile<Identity>;
    readonly feed: FeedStateFile;
    readonly leases: LeasesStateFile;
    readonly obfuscation: StateFile<ObfuscationSecretsFile>;
    readonly forwardedPorts: StateFile<ForwardedPortsFile>;
    readonly quotaLeases: StateFile<QuotaLeasesFile>;
  };
  readonly controlPlane: ControlPlane;
  readonly version: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly traces: GatewayTraces | null;
  /** Called after a renewed identity was saved. */
  onIdentity(identity: Identity): void;
}

export interface Gateway {
  /** The figures of the moment for Prometheus. */
  figures(): GatewayFigures;
  /** Resolves with a reason when the gateway cannot continue. */
  readonly died: Promise<string>;
  /**
   * Closes the admission endpoint and saves the state. Tunnels and rules are removed, or stay and forward traffic until the next agent
   * adopts them.
   */
  close(tunnels: 'end' | 'stay'): Promise<void>;
}

/** Starts the gateway from its saved state, without the control plane. Undoes all changes when it rejects. */
export async function openGateway(parts: GatewayParts): Promise<Gateway> {
  const { blockLists } = parts.settings;
  const filters = nameFilters(blockLists === null ? [] : await listsIn(blockLists));
  const saved = await readLeasesFile(parts.files.leases, parts.clock, (reason) =>
    parts.log.error({ reason }, 'The saved sessions are not restored: clients register again'),
  );
  const blockedSessions = (saved?.leases ?? []).flatMap(({ host, exit }) =>
    exit === undefined ? [] : [addressesOf(host)],
  );
  const tproxy = await isProgram(parts.settings.listener);
  const network = await openNetwork(
    networkPlan(parts.settings, parts.identity.wireguardPrivateKey, { filters, blockedSessions, tproxy }),
  );
  /** Functions that undo completed steps, in the order of the steps. */
  const undo: (() => unknown)[] = [() => network.close('go')];
  try {
    return await openServices(network, parts, filters, saved, blockedSessions, undo);
  } catch (error) {
    for (const close of undo.toReversed()) await close();
    throw error;
  }
}

async function openServices(
  network: GatewayNetwork,
  parts: GatewayParts,
  filters: readonly NameFilter[],
  file: LeasesFile | null,
  blockedSessions: readonly Addresses[],
  undo: (() => unknown)[],
): Promise<Gateway> {
  const { settings, files, clock, log } = parts;
  const { device } = network;
  let { identity } = parts;
  if (!network.servesPorts)
    log.warn(
      'WireGuard is reached at WG_PORT only, and not scrambled: this nft or kernel does not support the rules',
    );
  const saved = restoreState({
    ...{ files, clock, feedFile: parts.feedFile, leasesFile: file },
    gatewayId: identity.gatewayId,
    onError: (error) => log.error({ reason: reasonOf(error) }, 'The state could not be saved'),
  });
  const { feed, leases } = saved;
  const statics = currentStaticPeers(feed, clock);
  const connections = openConnections((error) =>
    log.error({ reason: reasonOf(error) }, 'The tracked connections of ended sessions could not be deleted'),
  );
  connections.forget(
    saved.lost.flatMap(({ host }) => addressesOf(host)).flatMap(({ ipv4, ipv6 }) => [ipv4, ipv6]),
  );
  const natsReports = await openNatsReports({
    ...{ servers: settings.natsServers, controlPlane: parts.controlPlane, log },
    identity: () => identity,
  });
  undo.push(() => natsReports.close());
  const exitController = await openExitController({
    ...{ settings, identity, feed, clock, log, blockedSessions },
    serverPublicKey: publicKeyOf(identity.wireguardPrivateKey),
    ipv6: network.ipv6,
    servesTunnels: network.servesTunnels,
    table: openEgressRouteTable(blockedSessions),
    sessions: leases.all(),
    quotaLeases: files.quotaLeases,
    source: quotaLeaseSource(parts.controlPlane, natsReports.reports),
    random: parts.random,
    forget: connections.forget,
  });
  undo.push(() => exitController.close('end'));
  const portForwarding = await openPortForwarding({
    ...{ settings, leases, clock, log },
    file: files.forwardedPorts,
    controlPlane: parts.controlPlane,
    random: parts.random,
  });
  undo.push(() => portForwarding.close());
  const peers = createPeers({
    ...{ device, leases, statics, clock, random: parts.random },
    egressRoutes: {
      async open(lease) {
        await portForwarding.settle(lease);
        await exitController.egressRoutes.open(lease);
      },
      async close(ended) {
        await portForwarding.end(ended);
        await exitController.egressRoutes.close(ended);
      },
    },
    postQuantumPsks: device.adopted ? await device.presharedKeys() : new Map(),
    onChange: saved.leasesChanged,
    onFreed: connections.forget,
  });
  await peers.reconcile();

  const servesSocks = await isProgram(settings.relay);
  if (!servesSocks) log.warn('There is no SOCKS5 proxy in the tunnel: RELAY_PROGRAM is not a program');
  const clientEndpoints = await openClientEndpoints({
    ...{ identity, filters, feed, leases, peers, exitController, clock, log },
    settings: {
      ...settings,
      // Scrambled datagrams are led to their program by the same rules as packets for the further ports.
      wireguardTransports: settings.wireguardTransports.filter(
        ({ kind }) => !sharesWireguardPort(kind) || network.servesPorts,
      ),
    },
    ipv6: network.ipv6,
    servesSocks,
    traces: parts.traces,
  });
  undo.push(() => clientEndpoints.close());
  const openvpn = await openOpenvpn({
    ports: settings.openvpn,
    user: settings.openvpn.user,
    firstProgramUser: settings.openvpn.firstProgramUser,
    runDirectory: settings.runDirectory,
    links: openvpnLinks(settings.wireguardInterface),
    ipv6: network.ipv6,
    obfuscation: files.obfuscation,
    program: programPath('openvpn'),
    udpOffload: settings.udpOffload,
    feed,
    identity: () => identity,
    onFreed: connections.forget,
    onFailure: (reason) => log.warn({ reason }, 'OpenVPN: a program ended and is restarted'),
  }).catch((error: unknown): OpenvpnController => {
    // WireGuard works without OpenVPN.
    log.error({ reason: reasonOf(error) }, 'OpenVPN could not be started');
    return noOpenvpn;
  });

  const stop = new AbortController();
  const working = runBackground(
    {
      ...parts,
      natsServers: settings.natsServers,
      wireguardExtraPorts: network.servesPorts ? settings.wireguardExtraPorts : [],
      transports: clientEndpoints.transports,
      feed,
      leases,
      peers,
      connections,
      dnsFilter: {
        ...{ program: settings.dnsFilter, filters },
        ...{ resolver: settings.resolver, folder: settings.blockLists ?? '' },
      },
      tunnelSocks: {
        ...{ program: settings.relay, user: settings.socksUser, resolver: settings.resolver },
        addresses: servesSocks ? ownAddresses(network.ipv6) : [],
      },
      openvpn,
      exitController,
      portForwarding,
      identity: () => identity,
      async replaceIdentity(renewed) {
        await files.identity.write(renewed);
        identity = renewed;
        parts.onIdentity(renewed);
        clientEndpoints.replaceCertificate(renewed);
        openvpn.renewed();
        log.info('The certificate and the credential were renewed');
      },
      onReceived: saved.received,
    },
    stop.signal,
  );
  log.info({ wireguard: device.kind, ipv6: network.ipv6, sessions: leases.size }, 'The gateway is ready');

  return {
    figures: () =>
      gatewayFigures({
        ...{ feed, leases, openvpn, exitController, portForwarding, clock },
        identity: () => identity,
      }),
    died: Promise.race([device.died, working.then(() => 'stopped', reasonOf)]),
    async close(tunnels) {
      stop.abort();
      await clientEndpoints.close();
      await working.catch(() => undefined);
      await portForwarding.close();
      await exitController.close(tunnels);
      await natsReports.close();
      if (tunnels === 'end') await openvpn.end();
      else await openvpn.leave();
      await network.close(tunnels === 'end' ? 'go' : 'stay');
      await saved.flush();
    },
  };
}

/** The gateway's addresses in the tunnel. */
function ownAddresses(ipv6: boolean): readonly string[] {
  const own = addressesOf(gatewayHost);
  return ipv6 ? [own.ipv4, own.ipv6] : [own.ipv4];
}

/** The peers of downloaded configurations; none while the feed's state is stale. */
function currentStaticPeers(feed: FeedState, clock: Clock): StaticPeers {
  const isStale = () => feed.isStale(unixSeconds(clock.now()));
  return {
    withKey: (publicKey) => (isStale() ? null : feed.grants.withKey(publicKey)),
    staticPeers: () => (isStale() ? [] : feed.grants.staticPeers()),
  };
}
