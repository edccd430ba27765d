import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { TrustAnchors } from '@comet/admission';
import { err, systemClock } from '@comet/foundation';
import { createAnnouncer } from './announcer.ts';
import { lookOutside } from './check/look-outside.ts';
import { commandTable } from './command-table.ts';
import { reachControlPlane } from './control-plane.ts';
import type { Begun } from './data-plane.ts';
import { networkMonitoring } from './networks/network-monitoring.ts';
import type { NetworkMonitor } from './platform/networks/network-monitor.ts';
import { openMemoryFile } from './platform/files/state-file.ts';
import { watchSleep } from './platform/system/wake-monitor.ts';
import { localProxies } from './proxy/local-proxies.ts';
import { proxyAccess } from './proxy/proxy-access.ts';
import { createJournal } from './report/journal.ts';
import { saveSession } from './save-session.ts';
import { dropWish, keptWish } from './platform/saved-session/saved-session-file.ts';
import { dispatch } from './rpc/commands/commands.ts';
import { listen } from './rpc/server.ts';
import type { Settings } from './settings.ts';
import type { System } from './system.ts';
import { createTunnelControl } from './tunnel-control.ts';
import { createPause } from './tunnel/pause.ts';
import { updatesOnDemand } from './updates/on-demand.ts';
import type { Traffic } from './tunnel/snapshot.ts';
import { version } from './version.ts';

/** Milliseconds after which the network is watched: that starts programs, and who connects as soon as we listen goes first. */
const firstWatch = 250;
/** Milliseconds that commands wait at most until a tunnel that was up before us has answered us too. */
const longestTakeOver = 600;

export interface Daemon {
  /** Goes down: the tunnel with it, and the block too unless lockdown is on. */
  stop(): Promise<void>;
}

/**
 * Puts the daemon together from its parts and starts it. Rejects before it touches anything when another daemon is at
 * work: two would take the tunnel from each other. `begun`: what was begun before; see `begin-device.ts`.
 */
export async function startDaemon(
  system: System,
  settings: Settings,
  trust: TrustAnchors,
  given: (line: string) => void,
  begun: Begun | null = null,
): Promise<Daemon> {
  const clock = systemClock;
  const journal = createJournal(() => clock.now());
  const log = (line: string): void => {
    journal.add(line);
    given(line);
  };
  const after = (milliseconds: number, callback: () => void) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  };
  const started = Promise.withResolvers<void>();
  let ending = false;
  // Listens first: who comes while the rest is put together waits for an answer, and not for us to be there.
  const server = await listen(
    settings.socket,
    {
      async handle(request, caller) {
        await started.promise;
        if (ending && request.command !== 'status.shown') return err({ error: 'superseded', detail: null });
        return dispatch(commands, request, caller);
      },
      watch: (listener) => announcer.watch(listener),
      snapshot: () => announcer.snapshot(),
      log,
    },
    system.callers,
    undefined,
    begun?.lead?.clientLimiter,
  );
  const file = await openMemoryFile(settings.stateDir, system.ownFolder, log);
  if (file.wasBroken)
    log(
      `state.json could not be read and was set aside; lockdown is ${file.current.settings.lockdown ? 'on until it is switched off' : 'off, as it was'}`,
    );

  const opening = system.openDataPlane(settings, trust, file, log, begun);
  // Its programs are started first, and the rest is put together while they start; what goes wrong is received where it is waited for.
  await Promise.race([opening, setImmediate()]).catch(() => undefined);
  const controlPlane = reachControlPlane({
    settings,
    trust,
    file,
    links: () => Object.values(dataPlane.links),
    thisNetwork: () => dataPlane.currentNetwork(),
    hasOpenvpn: !system.unsupported.includes('openvpn'),
    mayAsk: () => !tunnel.blocking || tunnel.state.kind === 'connected',
    clock,
    log,
  });
  const { addresses, keys, known } = controlPlane;
  const dataPlane = await opening;

  const counted: { last: Traffic | null } = { last: null };
  const onPeer = (traffic: Traffic | null): void => {
    counted.last = traffic;
  };
  const shown = () => announcer.shown();
  const control = createTunnelControl({ file, dataPlane, controlPlane, clock, after, onPeer, shown, log });
  const { tunnel, link, keeper, changeEvent } = control;
  const store = proxyAccess(controlPlane.api, clock, 'Comet', () => announcer.announce());
  const announcer = createAnnouncer({
    file,
    dataPlane,
    controlPlane,
    tunnel,
    counted,
    runTool: system.runTool,
    proxyTrouble: store.trouble,
    unsupported: system.unsupported,
    look: () => lookOutside({ ...settings, url: settings.checkUrl, whoami: null }),
    after,
    log,
  });
  const pause = createPause({ file, tunnel, clock, after });
  const networks = networkMonitoring({ file, tunnel, network: controlPlane.thisNetwork, after, log });
  const keepBootBlock = () => {
    const { lockdown, allowLan } = file.current.settings;
    return dataPlane.bootBlock.keep(
      lockdown ? { kind: 'blocked', allowLan, api: addresses.contacts() } : null,
    );
  };
  const proxies = localProxies(store);
  const commands = commandTable({
    system,
    settings,
    file,
    dataPlane,
    controlPlane,
    control,
    announcer,
    pause,
    networks,
    proxies: { open: proxies, store },
    journal,
    openUpdates: updatesOnDemand(version, settings, clock, log),
    keepBootBlock,
    clock,
    after,
  });
  const networkChanged = (): void => {
    void known.look();
    changeEvent.changeEvent();
    announcer.onNetwork();
    tunnel.tell({ kind: 'network-changed' });
    keeper.onNetwork();
    networks.look();
  };

  // Under lockdown not even we go anywhere before the rules say so. Who has a session ready from the last time connects with that first.
  const isReady = file.current.standbyTickets.some(({ granted }) => granted !== undefined);
  if (!file.current.settings.lockdown && !isReady) keeper.anticipate();
  await keepBootBlock();
  // Which way passes here is worth the look before the first connect; where nothing was ever remembered, it is not.
  if (file.current.passedWays !== null) await known.look();
  await goOn();
  for (const proxy of file.current.settings.localProxies)
    if (!(await proxies.open(proxy))) log(`proxy: another program listens at port ${proxy.port}`);
  pause.takeUp();
  started.resolve();
  const waking = watchSleep(networkChanged);
  let network: NetworkMonitor | null = null;
  let checking = (): void => undefined;
  const watching = after(firstWatch, () => {
    network = dataPlane.watchNetwork(networkChanged, control.checkRoutes);
    networks.look();
    // Routes that another program removed before the watch had begun were not noticed.
    checking = after(firstWatch, control.checkRoutes);
  });
  const { autoConnect, trustedNetworks } = file.current.settings;
  if (autoConnect || trustedNetworks.length > 0 || file.current.away !== null) networks.look();
  keeper.hurry();

  /** Takes up what this process has told somebody already, or an earlier one left: its wish, its block, or the traces of its end. */
  async function goOn(): Promise<void> {
    const { ahead } = dataPlane;
    const told = ahead?.isUp === true ? { location: ahead.start.location } : keptWish(settings.stateDir);
    const intent = file.current.intent ?? told;
    if (intent !== null) {
      const reached = tunnel.connect(intent);
      // Who was told "connected" already is not to read "connecting" next.
      if (ahead?.isUp === true) await Promise.race([reached, sleep(longestTakeOver)]);
    } else if (dataPlane.adopted && file.wasBroken) {
      // Traffic was held back and nobody knows for whom: it stays so until someone says otherwise.
      void tunnel.connect({ location: null });
    } else {
      const lowered = link.lower();
      // Where nothing is held back, who connects waits for it, and nobody else.
      if (dataPlane.adopted) await lowered;
      tunnel.tell({ kind: 'settings-changed' });
    }
    await tunnel.idle();
    dropWish(settings.stateDir);
    const key = await keys.ofThisWeek();
    // Not awaited: who connects waits for it there, after what can be done before.
    dataPlane.wireguard.ready(key.privateKey).catch((error: unknown) => {
      log(`tunnel device: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  return {
    async stop() {
      ending = true;
      announcer.close();
      pause.close();
      networks.close();
      watching();
      checking();
      network?.close();
      waking.close();
      await proxies.close();
      const { intent, settings: kept } = file.current;
      // Clients are still there: who watches is told before traffic is let out.
      await tunnel.end();
      await keeper.settle();
      keeper.close();
      await server.close();
      // Under lockdown the machine is offline until a tunnel is up, so the next start makes one.
      const isKept = await file.change({ intent: kept.lockdown ? intent : null });
      // Decided by what the next process will not find in the file, it would be worth nothing.
      if (isKept) await saveSession({ file, dataPlane, control, clock, log });
      await dataPlane.close();
    },
  };
}
