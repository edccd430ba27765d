import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { readVerifiers, type TrustAnchors } from '@comet/admission';
import { err, ok, systemClock } from '@comet/foundation';
import type { Snapshot } from '@comet/tunnel-protocol';
import { dataLeft } from './account/data-left.ts';
import { bidFarewells } from './account/farewell.ts';
import { signIn } from './account/sign-in.ts';
import { signOut } from './account/sign-out.ts';
import { throughEntry } from './gateways/through-entry.ts';
import { approachesTo } from './gateways/approach.ts';
import { directory } from './gateways/directory.ts';
import { lookOutside, ownAddresses } from './check/look-outside.ts';
import { version } from './cli/version.ts';
import { knownNetworks } from './gateways/known-networks.ts';
import { currentNetwork } from './networks/network-identity.ts';
import { networkKeeper } from './networks/network-keeper.ts';
import { httpsApi } from './platform/api.https.ts';
import { apiAddresses } from './platform/api-addresses.ts';
import { bootBlock } from './platform/boot-block.ts';
import { linuxDns } from './platform/dns.managed.ts';
import { httpsDoor } from './platform/door.https.ts';
import { linuxFirewall } from './platform/firewall.linux.ts';
import { watchNetwork } from './platform/network-monitor.ts';
import { linuxOpenvpn } from './platform/openvpn.linux.ts';
import { pinnedFetch } from './platform/pinned-fetch.ts';
import { watchSleep } from './platform/wake-monitor.ts';
import { linuxRouting } from './platform/routing.linux.ts';
import { runTool } from './platform/run-tool.ts';
import { type Memory, openMemoryFile } from './platform/state-file.ts';
import { uplinkFamily } from './platform/uplink-family.ts';
import { tcpProbe } from './platform/probe.tcp.ts';
import { warmShell } from './platform/warm-shell.ts';
import { linuxWireguard } from './platform/wireguard.linux.ts';
import { localProxies } from './proxy/local-proxies.ts';
import { proxyAccess } from './proxy/proxy-access.ts';
import { gatherReport } from './report/gather-report.ts';
import { createJournal } from './report/journal.ts';
import { commandsOf, dispatch } from './rpc/commands.ts';
import { listen, mustBeAlone } from './rpc/server.ts';
import { openvpnLink, type Settings } from './settings.ts';
import { openSplitCgroup } from './split/split-cgroup.ts';
import { linuxSplit } from './split/split.linux.ts';
import { createSplitter } from './split/splitter.ts';
import { caretaker } from './tickets/caretaker.ts';
import { deviceKeys } from './tickets/device-keys.ts';
import { openvpnAccess } from './tickets/openvpn-access.ts';
import { ticketBook } from './tickets/ticket-book.ts';
import { createLink } from './tunnel/link.ts';
import { tendWireguard } from './tunnel/tend-wireguard.ts';
import { createPause } from './tunnel/pause.ts';
import { createTunnel } from './tunnel/machine.ts';
import { missingListsOf } from './tunnel/resolvers.ts';
import { wayNow, wayOf } from './tunnel/session.ts';
import { createStir } from './tunnel/stir.ts';
import { fresh } from './tunnel/transitions.ts';
import { snapshotOf, type Traffic } from './tunnel/snapshot.ts';
import type { Session, State } from './tunnel/state.ts';
import { type WorkParts, workOf } from './tunnel/work.ts';

/** The user of the programs that hide OpenVPN: an id that Debian, systemd and containers leave unused, so that nobody else has it. */
const obfuscatorUid = 61_007;

/** The mark of our data plane's packets. Whoever else could set it (CAP_NET_ADMIN) could also remove the rules. */
const fwmark = 0xc0_e7;

export interface Daemon {
  /** Goes down: the tunnel with it, and the block too unless lockdown is on. */
  stop(): Promise<void>;
}

/**
 * Puts the daemon together from its parts and starts it. Rejects before it touches anything when another daemon is at
 * work: two would take the tunnel from each other.
 */
export async function startDaemon(
  settings: Settings,
  trust: TrustAnchors,
  given: (line: string) => void,
): Promise<Daemon> {
  await mustBeAlone(settings.socket);
  const clock = systemClock;
  const journal = createJournal(() => clock.now());
  const log = (line: string): void => {
    journal.add(line);
    given(line);
  };
  const marks = { fwmark, obfuscatorUid };
  const links = { wireguard: settings.link, openvpn: openvpnLink(settings.link) };
  const shell = warmShell();
  const file = await openMemoryFile(settings.stateDir);
  if (file.wasBroken)
    log(
      `state.json could not be read and was set aside; lockdown is ${file.current.settings.lockdown ? 'on until it is switched off' : 'off, as it was'}`,
    );

  /** Keeps what is good to know next time; a full disk is no reason to end. */
  const keep = (part: Partial<Memory>): void => {
    file.change(part).catch((error: unknown) => log(`state file: ${String(error)}`));
  };

  const firewall = linuxFirewall(shell, marks, log);
  const adopted = await firewall.isInForce();
  const routing = linuxRouting(shell, { links: Object.values(links), fwmark });
  const splitter = createSplitter({
    split: linuxSplit(shell),
    cgroup: await openSplitCgroup(log),
    settings: () => file.current.settings,
    log,
  });
  const dns = splitter.following(
    linuxDns({ path: settings.resolvConf, stateDir: settings.stateDir, link: settings.link }, log),
  );
  const wireguard = linuxWireguard(
    shell,
    {
      name: settings.link,
      implementation: settings.implementation,
      wireguardGo: settings.wireguardGo,
      fwmark,
    },
    log,
  );
  const openvpn = linuxOpenvpn(
    shell,
    {
      link: links.openvpn,
      fwmark,
      obfuscatorUid,
      udpOffload: settings.udpOffload,
      stateDir: settings.stateDir,
      certificateAuthorities: trust.certificateAuthorities,
    },
    log,
  );
  const addresses = apiAddresses(settings.apiUrl, {
    mayAsk: () => !tunnel.blocking || tunnel.state.kind === 'connected',
    get: () => file.current.apiAddresses,
    set: (found) => {
      const same = found.toSorted().join() === file.current.apiAddresses.toSorted().join();
      if (!same) keep({ apiAddresses: [...found] });
    },
  });
  const api = httpsApi({
    baseUrl: settings.apiUrl.origin,
    pinned: pinnedFetch(addresses.lookup),
    accessToken: () => file.current.account?.accessToken ?? null,
    appIdentifier: () => file.current.appIdentifier,
  });
  const door = httpsDoor(trust.certificateAuthorities);
  const gateways = directory(
    { file, api, clock, log, family: () => uplinkFamily(networkInterfaces(), Object.values(links)) },
    readVerifiers(trust.listKeys),
  );
  const thisNetwork = () => currentNetwork(runTool, Object.values(links));
  const known = knownNetworks(file, clock, thisNetwork);
  const keys = deviceKeys(file, clock);
  // The data plane starts while the rest does. What is wrong with it is said where it is needed.
  const held = keys.current();
  if (held !== null) void wireguard.ready(held.privateKey).catch(() => undefined);
  const tickets = ticketBook(file, api, clock);
  const access = openvpnAccess(file, api, clock);
  const forgetConnections = (): void => {
    door.forget();
    api.forget();
  };
  const link = createLink({ wireguard, openvpn, links, routing, dns, forgetConnections, log }, true);

  let peer: Traffic | null = null;
  let lastSession: Session | null = null;
  const watchers = new Set<(snapshot: Snapshot) => void>();

  const stir = createStir();
  const work: WorkParts = {
    link,
    wireguard,
    openvpn,
    access,
    stir,
    wanted: (goal) => gateways.gatewaysFor(goal, null) ?? [],
    probe: tcpProbe,
    door,
    tickets,
    keys,
    clock,
    log,
    signedIn: () => file.current.account !== null,
    settings: () => file.current.settings,
    findGateways: (signal) => gateways.refresh(signal),
    onPeer: (status) => {
      peer = status;
    },
    onEntered: () => keeper.hurry(),
  };
  const after = (milliseconds: number, callback: () => void) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  };
  const tunnel = createTunnel(
    {
      firewall,
      work: (state, stay) => workOf(work, state, stay),
      farewell: () => openvpn.farewell(),
      settings: () => ({ ...file.current.settings, api: addresses.contacts(), links }),
      approachesFor(goal, past) {
        const destinations = gateways.destinationsFor(goal, past);
        const found = destinations && approachesTo(destinations, file.current.settings, known.worked());
        if (found?.ok !== true || goal.via === undefined || goal.via === null) return found;
        const entries = gateways.gatewaysFor({ location: goal.via }, past.avoid);
        if (entries === null) return null;
        const pairs = throughEntry(found.value, entries);
        return pairs.length > 0 ? ok(pairs) : err('location_unavailable');
      },
      remember: (intent) => file.change({ intent }),
      clock,
      random: Math.random,
      after,
      log,
    },
    adopted,
  );
  const keeper = caretaker({
    state: () => tunnel.state,
    blocking: () => tunnel.blocking,
    file,
    directory: gateways,
    addresses,
    tickets,
    keys,
    wireguard,
    door,
    access,
    farewells: () => bidFarewells(file, api),
    onRefused: (reason) => tunnel.tell({ kind: 'session-refused', reason }),
    random: Math.random,
    after,
    log,
  });
  const snapshot = (): Snapshot => ({
    ...snapshotOf(tunnel.state, tunnel.blocking, file.current, peer, data.current()),
    quantumResistant: tending.strengthened,
  });
  const watch = (listener: (snapshot: Snapshot) => void) => {
    watchers.add(listener);
    return () => void watchers.delete(listener);
  };
  const announce = (): void => {
    for (const watcher of watchers) watcher(snapshot());
  };

  const tending = tendWireguard({
    wireguard,
    openvpnLink: links.openvpn,
    run: runTool,
    fwmark,
    postQuantum: () => file.current.settings.postQuantum,
    onStrengthened: () => announce(),
    log,
  });

  const data = dataLeft({ api, after, onChange: () => announce() });

  let entered = '';
  tunnel.onChange((state: State) => {
    tending.onState(state);
    data.onState(state);
    if (state.kind === 'connected') {
      lastSession = state.session;
      const lastGateway = state.session.gateway.id;
      if (file.current.lastGateway !== lastGateway) keep({ lastGateway });
      // A tunnel that was chosen, and goes on when the choice is taken back, says nothing of what else would have worked.
      if (entered !== state.key && file.current.settings.protocol === 'automatic')
        void known.remember(wayOf(state.session));
      entered = state.key;
    } else peer = null;
    announce();
  });
  wireguard.onDeath(() => {
    // The device stands ready beside a tunnel of OpenVPN, which does not need it.
    if (wayNow(tunnel.state)?.protocol !== 'openvpn') tunnel.tell({ kind: 'device-died' });
  });
  openvpn.onEnd((failure) => {
    const { key } = tunnel.state;
    tunnel.tell(failure === 'program_failed' ? { kind: 'device-died' } : { kind: 'link-lost', key });
  });

  const pause = createPause({ file, tunnel, clock, after });
  const networks = networkKeeper({
    file,
    tunnel,
    network: thisNetwork,
    after,
    log,
  });
  const blockAtBoot = bootBlock(settings.stateDir, marks, log);
  const keepBootBlock = () => {
    const { lockdown, allowLan } = file.current.settings;
    return blockAtBoot.keep(lockdown ? { kind: 'blocked', allowLan, api: addresses.contacts() } : null);
  };

  const proxyBook = proxyAccess(api, clock, 'Comet');
  const proxies = localProxies(proxyBook);
  const commands = commandsOf({
    tunnel,
    pause,
    networks,
    diagnosis: {
      file,
      state: () => tunnel.state,
      snapshot: () => snapshot(),
      look: () => lookOutside({ ...settings, url: settings.checkUrl }),
      own: () => ownAddresses(Object.values(links)),
      gather: (memory, seen) =>
        gatherReport({
          version,
          memory,
          snapshot: seen,
          journal: journal.lines(),
          resolvConf: settings.resolvConf,
          run: runTool,
        }),
    },
    split: { splitter, settings: () => file.current.settings },
    proxies: { proxies, settings: () => file.current.settings },
    file,
    api,
    directory: gateways,
    signIn: signIn({
      file,
      api,
      clock,
      pause: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
    }),
    signOut: () => signOut({ file, api, door, tunnel, lastSession: () => lastSession }),
    async snapshot() {
      if (tunnel.state.kind === 'connected' && tunnel.state.session.protocol === 'wireguard')
        peer = await wireguard.peer().catch(() => peer);
      return snapshot();
    },
    watch,
    anticipate: keeper.anticipate,
    onAccount: () => {
      access.forget();
      proxyBook.forget();
      announce();
      keeper.hurry();
    },
    async onSettings() {
      await splitter.adapt();
      await keepBootBlock();
      tunnel.tell({ kind: 'settings-changed' });
      await tunnel.idle();
      const { state } = tunnel;
      if (state.kind !== 'connected') return;
      const adapted = await link.adapt(state.session, file.current.settings);
      if (!adapted) tunnel.tell({ kind: 'session-moved', key: state.key });
    },
    lacking(location) {
      const destinations = gateways.destinationsFor({ location }, fresh);
      if (destinations === null) return null;
      const { protocol, variant } = file.current.settings;
      const approaches = approachesTo(destinations, file.current.settings, null);
      if (approaches.ok || approaches.error !== 'protocol_unavailable') return null;
      return variant === 'automatic' ? protocol : variant;
    },
    missingLists(location) {
      const there = gateways.destinationsFor({ location }, fresh)?.wanted ?? [];
      const [first = [], ...others] = there.map((one) => missingListsOf(one, file.current.settings));
      return first.filter((name) => others.every((lists) => lists.includes(name)));
    },
    apiIsHidden: () =>
      tunnel.blocking && tunnel.state.kind !== 'connected' && addresses.contacts().length === 0,
  });

  const networkChanged = (): void => {
    void known.look();
    stir.stir();
    tending.onNetwork();
    tunnel.tell({ kind: 'network-changed' });
    networks.look();
  };
  await keepBootBlock();
  await goOn();
  for (const proxy of file.current.settings.localProxies)
    if (!(await proxies.open(proxy))) log(`proxy: another program listens at port ${proxy.port}`);
  pause.takeUp();
  const server = await listen(settings.socket, {
    handle: (request, caller) => dispatch(commands, request, caller),
    watch,
    log,
  });
  const network = watchNetwork(Object.values(links), networkChanged, log);
  const waking = watchSleep(networkChanged);
  networks.look();
  keeper.hurry();

  /** Takes up what an earlier process left: its wish, its block, or the traces of its end. */
  async function goOn(): Promise<void> {
    const { intent } = file.current;
    if (intent !== null) {
      void tunnel.connect(intent);
    } else if (adopted && file.wasBroken) {
      // Traffic was held back and nobody knows for whom: it stays so until someone says otherwise.
      void tunnel.connect({ location: null });
    } else {
      await link.lower();
      tunnel.tell({ kind: 'settings-changed' });
    }
    await tunnel.idle();
    const key = await keys.ofThisWeek();
    await wireguard.ready(key.privateKey).catch((error: unknown) => {
      log(`tunnel device: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  return {
    async stop() {
      tending.close();
      keeper.close();
      pause.close();
      networks.close();
      network.close();
      waking.close();
      await server.close();
      await proxies.close();
      const { intent, settings: kept } = file.current;
      await tunnel.disconnect();
      // Under lockdown the machine is offline until a tunnel is up, so the next start makes one.
      await file.change({ intent: kept.lockdown ? intent : null });
      await splitter.close();
      await openvpn.lower();
      await wireguard.close();
      await shell.close();
    },
  };
}
