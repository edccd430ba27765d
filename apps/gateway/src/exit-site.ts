import { addressesOf } from '@comet/admission';
import type { ProxyGrant, UpstreamGrant } from '@comet/contract';
import { reasonOf, unixSeconds } from '@comet/foundation';
import {
  createExitDesk,
  createExits,
  openExitControl,
  openExitYardstick,
  viewOf,
} from './features/exits/index.ts';
import type { ExitView } from './features/proxy/index.ts';
import { watchUpstreams } from './features/upstreams/index.ts';
import { createWays } from './features/ways/index.ts';
import { setOwnNetworks } from './platform/own-sets.ts';
import { nowhereMark, relayPlace } from './platform/exit-place.ts';
import { lowerNowhere, openExitLink, raiseNowhere } from './platform/exit-link.ts';
import { repeat } from './platform/rest.ts';
import type { ExitSite, ExitSiteParts } from './exit-site-port.ts';
import { exitsReport } from './exits-report.ts';
import { openProxySite } from './proxy-site.ts';
import { sessionWords } from './session-words.ts';
import { openSliceAccounts } from './slice-accounts.ts';

/** Inside of the exits' tunnels: WireGuard's overhead over IPv6, and what lines by PPPoE lack. */
const mtu = 1400;
/** Milliseconds. A slice of 64 MB lasts half a second on the fastest of lines. */
const rhythm = { count: 300, tell: 5_000, sweep: 5_000, look: 200 };

export async function openExitSite(parts: ExitSiteParts): Promise<ExitSite> {
  const { settings, feed, clock, log } = parts;
  const fault = (what: string) => (error: unknown) => log.error({ reason: reasonOf(error) }, what);
  const isStale = () => feed.isStale(unixSeconds(clock.now()));
  const grants = () => (isStale() ? [] : [...feed.grants.all()]);
  let change = Promise.withResolvers<void>();
  function changed(): void {
    change.resolve();
    change = Promise.withResolvers();
  }

  const accounts = await openSliceAccounts(parts, fault('What was used could not be written'));
  const { ledger } = accounts;
  await raiseNowhere(settings.wireguardInterface, parts.ipv6);
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
    openYardstick: openExitYardstick,
    onChange: () => exitsChanged(),
    onError: fault('An exit could not be set'),
  });
  const words = sessionWords({
    wordFor: (host) => ways.wordFor(host),
    onError: fault('A session could not be told of its way'),
  });
  const nodes = (): readonly ExitView[] =>
    [...exits.all()].map((exit) => viewOf(exit, ways.through(exit.claims.exit), settings.exits.resolver));
  const forTunnels = () => [...nodes(), ...(proxy.relays() ? upstreams.views() : [])];
  function marksOf(exit: string): { mark4: number; mark6: number } | null {
    const mark = exits.get(exit)?.place.mark;
    if (mark !== undefined) return { mark4: mark, mark6: mark };
    // A provider is asked for IPv4; who tries IPv6 is refused and goes on by that.
    return proxy.relays() ? { mark4: relayPlace.mark, mark6: nowhereMark } : null;
  }
  const ways = createWays({
    table: parts.table,
    exits: () => new Map(forTunnels().map((view) => [view.id, view])),
    marksOf,
    onWay: (host, exit) =>
      proxy.session(addressesOf(host).ipv4, exit === null || exits.get(exit) !== null ? null : exit),
    draw: (holder, purse) => ledger.draw(holder, purse),
    use: (slice, usedBytes, done) => ledger.use(slice, usedBytes, done),
    forget: parts.forget,
    onMoved: words.tell,
    random: parts.random,
    now: () => clock.now().getTime(),
    onError: fault('A session could not be given its way'),
  });
  const upstreams = watchUpstreams({
    grants: () => grants().filter((grant): grant is UpstreamGrant => grant.kind === 'upstream'),
    prove: (...question) => proxy.prove(...question),
    now: () => performance.now(),
    onChange: () => exitsChanged(),
  });
  const proxy = openProxySite({
    settings,
    listener: parts.relays ? settings.listener : null,
    carrier: settings.carrier,
    ledger,
    log,
    pepper: () => feed.openvpn?.pepper ?? null,
    customers: () => grants().filter((grant): grant is ProxyGrant => grant.kind === 'proxy'),
    exits: () => [...nodes(), ...upstreams.views()],
    onExitFailed: (exit) => void upstreams.doubt(exit).catch(fault('A provider could not be looked after')),
    onChange: exitsChanged,
  });

  function exitsChanged(): void {
    ways.realign().catch(fault('Sessions could not be moved to another exit'));
    proxy.tellExits();
    changed();
  }

  /** Nobody waits for it: a silent provider would keep the others from being asked. */
  function look(): Promise<void> {
    upstreams.look().catch(fault('Providers could not be looked after'));
    return Promise.resolve();
  }

  async function sweep(): Promise<void> {
    await exits.sweep(feed.revocations);
    await ways.realign();
    if (isStale()) proxy.tellCustomers();
    // How busy each is changes all the time.
    proxy.tellExits();
  }

  await ways.restore(parts.sessions, parts.heldBack);

  const desk = createExitDesk({ identity: parts.identity, feed, exits, clock });
  return {
    ways,
    handle: desk.handle,
    heard(effect) {
      proxy.heard(effect);
      if (effect.kind === 'revoked' || effect.kind === 'replaced')
        sweep().catch(fault('Revoked exits could not be taken out'));
      if (effect.kind === 'replaced' || ('grant' in effect && effect.grant.kind === 'upstream')) void look();
    },
    dismiss: words.dismiss,
    async own(networks) {
      proxy.tellOwn(networks);
      await setOwnNetworks(networks);
    },
    report: () =>
      exitsReport(exits.all(), upstreams.report(), clock.now(), {
        relays: proxy.relays(),
        ports: proxy.ports(),
      }),
    changed: () => change.promise,
    async run(signal) {
      const tell = () =>
        accounts.tell(async (lapsed) => {
          proxy.lapse(lapsed);
          await ways.lapse(lapsed);
        });
      await Promise.all([
        words.serve(signal).catch(fault('Sessions could not be told of their ways')),
        repeat(rhythm.count, ways.count, fault('What passed could not be counted'), signal),
        repeat(rhythm.tell, tell, fault('What was used could not be told'), signal),
        repeat(rhythm.sweep, sweep, fault('Exits could not be looked after'), signal),
        repeat(rhythm.look, look, fault('Providers could not be looked after'), signal),
      ]);
    },
    async close(tunnels) {
      await proxy.end();
      await ways.count().catch(fault('What passed could not be counted'));
      await accounts.close();
      await exits.close();
      if (tunnels === 'end') await lowerNowhere(parts.ipv6);
    },
  };
}
