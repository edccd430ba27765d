import { addressesOf, gatewayHost, hostAt, type EgressStatus } from '@comet/admission';
import type { ProxyGrant, ProxyUserGrant, UpstreamGrant } from '@comet/contract';
import { reasonOf, unixSeconds } from '@comet/foundation';
import { exitsReport, type ExitController, type ExitControllerParts } from './exits-report.ts';
import { createEgressRoutes, serveEgressStatus } from './features/egress-routes/index.ts';
import {
  createExitAdmission,
  createExits,
  openExitControl,
  openExitBandwidthTestServer,
  viewOf,
  isDraining,
} from './features/exits/index.ts';
import type { ExitView } from './features/proxy/index.ts';
import { watchUpstreams } from './features/upstreams/index.ts';
import { repeat, sleep } from './platform/clock/sleep.ts';
import { setOwnNetworks } from './platform/firewall/own-network-sets.ts';
import { removeBlockingRoutes, openExitLink, addBlockingRoutes } from './platform/routing/exit-link.ts';
import { blockedMark, tproxyListener } from './platform/routing/exit-slot.ts';
import { openProxyController } from './proxy-controller.ts';
import { openQuotaLeaseAccounts } from './quota-lease-accounts.ts';

/** Milliseconds after a start in which exits reconnect, before sessions are notified that they have none. */
const reconnectTime = 10_000;
/** Milliseconds for the last status message to a session. */
const deliveryTime = 150;

/** The egress status that sessions receive, once exits have had time to reconnect. */
interface SessionEgressStatus {
  /** Call it when the status of these hosts may have changed. */
  notify(hosts: readonly number[]): void;
  /**
   * Notifies sessions that are about to end that their egress route is gone, so that they reconnect at once; resolves after the time to
   * deliver it.
   */
  notifyEnding(hosts: readonly number[]): Promise<void>;
  /** Answers until `signal`. */
  serve(signal: AbortSignal): Promise<void>;
}

function sessionEgressStatus(parts: {
  statusFor(host: number): EgressStatus | null;
  onError(error: unknown): void;
}): SessionEgressStatus {
  let server: Awaited<ReturnType<typeof serveEgressStatus>> | null = null;
  const addresses = (hosts: readonly number[]) => hosts.map((host) => addressesOf(host).ipv4);
  return {
    notify: (hosts) => server?.notify(addresses(hosts)),
    async notifyEnding(hosts) {
      if (server?.notifyEnding(addresses(hosts)) === true) await sleep(deliveryTime);
    },
    async serve(signal) {
      await sleep(reconnectTime, signal);
      if (signal.aborted) return;
      server = await serveEgressStatus({
        address: addressesOf(gatewayHost).ipv4,
        statusFor: (ipv4) => parts.statusFor(hostAt(ipv4) ?? -1),
        onError: parts.onError,
      });
      if (signal.aborted) server.close();
      else signal.addEventListener('abort', server.close, { once: true });
    },
  };
}

/** MTU inside the exits' tunnels: 1500 minus WireGuard's overhead over IPv6 and that of PPPoE. */
const mtu = 1400;
/** Intervals in ms. A quota lease of 64 MB lasts half a second on the fastest lines. */
const intervals = { count: 300, report: 5_000, sweep: 5_000, checkUpstreams: 200 };

/** Opens the gateway's side of exits: egress routes, exits, providers' endpoints and quota leases. */
export async function openExitController(parts: ExitControllerParts): Promise<ExitController> {
  const { settings, feed, clock, log } = parts;
  const logError = (what: string) => (error: unknown) => log.error({ reason: reasonOf(error) }, what);
  const isStale = () => feed.isStale(unixSeconds(clock.now()));
  const grants = () => (isStale() ? [] : [...feed.grants.all()]);
  let change = Promise.withResolvers<void>();
  function changed(): void {
    change.resolve();
    change = Promise.withResolvers();
  }

  const accounts = await openQuotaLeaseAccounts(parts, logError('The quota usage could not be saved'));
  const { ledger } = accounts;
  await addBlockingRoutes(settings.wireguardInterface, parts.ipv6);
  const exits = createExits({
    tunnel: settings.wireguardInterface,
    ports: settings.exits.ports,
    link: {
      privateKey: parts.identity.wireguardPrivateKey,
      mtu,
      implementation: settings.wireguardImplementation,
      wireguardGo: settings.wireguardGo,
      ipv6: parts.ipv6,
    },
    serverPublicKey: parts.serverPublicKey,
    clock,
    openLink: openExitLink,
    openControl: openExitControl,
    openBandwidthTestServer: openExitBandwidthTestServer,
    onChange: () => exitsChanged(),
    onError: logError('An exit could not be configured'),
  });
  const sessionStatus = sessionEgressStatus({
    statusFor: (host) => egressRoutes.statusFor(host),
    onError: logError('The egress status of a session could not be sent'),
  });
  const nodes = (): readonly ExitView[] =>
    [...exits.all()].map((exit) =>
      viewOf(exit, {
        sessions: egressRoutes.sessionsBy(exit.claims.exit),
        draining: isDraining(feed.revocations, exit.claims),
        resolver: settings.exits.resolver,
      }),
    );
  const forTunnels = () => [...nodes(), ...(proxy.servesTunnels() ? upstreams.views() : [])];
  function marksOf(exit: string): { mark4: number; mark6: number } | null {
    const mark = exits.get(exit)?.slot.mark;
    if (mark !== undefined) return { mark4: mark, mark6: mark };
    // A provider is used for IPv4 only; IPv6 is refused, so that the client falls back to IPv4.
    return proxy.servesTunnels() ? { mark4: tproxyListener.mark, mark6: blockedMark } : null;
  }
  const egressRoutes = createEgressRoutes({
    table: parts.table,
    exits: () => new Map(forTunnels().map((view) => [view.id, view])),
    marksOf,
    onEgressRoute: (host, exit) =>
      proxy.session(addressesOf(host).ipv4, exit === null || exits.get(exit) !== null ? null : exit),
    draw: (holder, quotaAccount) => ledger.draw(holder, quotaAccount),
    use: (slice, usedBytes, done) => ledger.use(slice, usedBytes, done),
    forget: parts.forget,
    onStatusChange: sessionStatus.notify,
    random: parts.random,
    now: () => clock.now().getTime(),
    onError: logError('The egress route of a session could not be set'),
  });
  const upstreams = watchUpstreams({
    grants: () => grants().filter((grant): grant is UpstreamGrant => grant.kind === 'upstream'),
    probe: (...question) => proxy.probe(...question),
    now: () => performance.now(),
    onChange: () => exitsChanged(),
  });
  const proxy = openProxyController({
    settings,
    listener: parts.servesTunnels ? settings.listener : null,
    relay: settings.relay,
    ledger,
    log,
    pepper: () => feed.openvpn?.pepper ?? null,
    gatewayId: feed.gatewayId,
    customers: () =>
      grants().filter(
        (grant): grant is ProxyGrant | ProxyUserGrant => grant.kind === 'proxy' || grant.kind === 'proxyuser',
      ),
    exits: () => [...nodes(), ...upstreams.views()],
    onExitFailed: (exit) => void upstreams.recheck(exit).catch(logError('A provider could not be checked')),
    onChange: exitsChanged,
  });

  function exitsChanged(): void {
    egressRoutes.realign().catch(logError('Sessions could not be moved to another exit'));
    proxy.sendExits();
    changed();
  }

  /** Not awaited: an unresponsive provider would delay the checks of the others. */
  function checkUpstreams(): Promise<void> {
    upstreams.check().catch(logError('Providers could not be checked'));
    return Promise.resolve();
  }

  async function sweep(): Promise<void> {
    await exits.sweep(feed.revocations);
    await egressRoutes.realign();
    if (isStale()) proxy.sendCustomers();
    // The load of the exits changes continuously.
    proxy.sendExits();
  }

  await egressRoutes.restore(parts.sessions, parts.blockedSessions);

  const exitAdmission = createExitAdmission({ identity: parts.identity, feed, exits, clock });
  return {
    egressRoutes,
    handle: exitAdmission.handle,
    received(effect) {
      proxy.received(effect);
      if (effect.kind === 'revoked' || effect.kind === 'replaced')
        sweep().catch(logError('Revoked exits could not be removed'));
      if (effect.kind === 'replaced' || ('grant' in effect && effect.grant.kind === 'upstream'))
        void checkUpstreams();
    },
    notifyEnding: sessionStatus.notifyEnding,
    async own(networks) {
      proxy.sendOwnNetworks(networks);
      await setOwnNetworks(networks);
    },
    report: () =>
      exitsReport(exits.all(), upstreams.report(), clock.now(), {
        servesTunnels: proxy.servesTunnels(),
        ports: proxy.ports(),
      }),
    changed: () => change.promise,
    async run(signal) {
      const report = () =>
        accounts.report(async (lapsed) => {
          proxy.lapse(lapsed);
          await egressRoutes.lapse(lapsed);
        });
      await Promise.all([
        sessionStatus.serve(signal).catch(logError('The egress status could not be served')),
        repeat(
          intervals.count,
          egressRoutes.count,
          logError('The traffic of sessions could not be counted'),
          signal,
        ),
        repeat(intervals.report, report, logError('The quota usage could not be reported'), signal),
        repeat(intervals.sweep, sweep, logError('Exits could not be updated'), signal),
        repeat(intervals.checkUpstreams, checkUpstreams, logError('Providers could not be checked'), signal),
      ]);
    },
    async close(tunnels) {
      await proxy.end();
      await egressRoutes.count().catch(logError('The traffic of sessions could not be counted'));
      await accounts.close();
      await exits.close();
      if (tunnels === 'end') await removeBlockingRoutes(parts.ipv6);
    },
  };
}
