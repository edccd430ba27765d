import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { TrustAnchors } from '@comet/admission';
import { err, systemClock, reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import { createAnnouncer } from './announcer.ts';
import { settingsApplier } from './apply-settings.ts';
import { checkExternalAddress } from './check/external-address.ts';
import { commandTable } from './command-table.ts';
import { createControlPlane } from './control-plane.ts';
import type { EarlyParts } from './data-plane.ts';
import {
  type CloseStep,
  closePlan,
  intentAfterClose,
  runStep,
  type StartEffects,
  startPlan,
} from './lifecycle-plan.ts';
import type { Goal } from './model/goal.ts';
import { dependsOnNetwork } from './model/settings/network-rule.ts';
import { createActiveRule } from './networks/active-rule.ts';
import { openNames } from './names/open-names.ts';
import { createMeteredNetwork } from './networks/metered-network.ts';
import { networkMonitoring } from './networks/network-monitoring.ts';
import { openStateFile } from './platform/files/state-file.ts';
import { watchSleep } from './platform/system/wake-monitor.ts';
import { localProxies } from './proxy/local-proxies.ts';
import { proxyAccess } from './proxy/proxy-access.ts';
import type { Journal } from './report/journal.ts';
import { saveSession } from './save-session.ts';
import {
  deleteFormerFiles,
  deleteRecordedGoal,
  readRecordedGoal,
} from './platform/saved-session/saved-session-file.ts';
import { dispatch } from './rpc/commands/commands.ts';
import { listen } from './rpc/server.ts';
import type { Settings } from './settings.ts';
import type { System } from './system.ts';
import { createSessionRecorder } from './statistics/session-recorder.ts';
import { statisticsFile } from './statistics/statistics-file.ts';
import { createTunnelControl } from './tunnel-control.ts';
import { createPause } from './tunnel/pause.ts';
import { updatesOnDemand } from './updates/on-demand.ts';
import type { Traffic } from './tunnel/snapshot.ts';
import { version } from './version.ts';

/** Delay in ms of the network monitor: it starts programs, and a connect at startup has priority. */
const monitorDelay = 250;

export interface Daemon {
  /** Disconnects, and unblocks traffic unless lockdown is on. */
  stop(): Promise<void>;
}

/**
 * Creates the daemon's parts and runs the steps of `startPlan`. Rejects before any change if another daemon runs: two daemons would replace
 * each other's tunnel. `early`: what `start-early-device.ts` started in advance.
 */
export async function startDaemon(
  system: System,
  settings: Settings,
  trust: TrustAnchors,
  log: Log,
  journal: Journal,
  early: EarlyParts | null = null,
): Promise<Daemon> {
  const clock = systemClock;
  const after = (milliseconds: number, callback: () => void) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  };
  const started = Promise.withResolvers<void>();
  let ending = false;
  // Listens first, so that an early client waits for its response instead of failing to connect.
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
    early?.restore?.clientLimiter,
  );
  const file = await openStateFile(settings.stateDir, system.ownFolder, log);
  if (file.wasBroken)
    log.error({ lockdown: file.current.settings.lockdown }, 'state.json could not be read and was set aside');

  const opening = system.openDataPlane(settings, trust, file, log, early);
  // Its programs are started first; the other parts are created meanwhile. Errors are handled where `opening` is awaited.
  await Promise.race([opening, setImmediate()]).catch(() => undefined);
  const activeRule = createActiveRule(file);
  const activeSettings = activeRule.settings;
  const controlPlane = createControlPlane({
    settings,
    activeSettings,
    trust,
    file,
    links: () => Object.values(dataPlane.links),
    thisNetwork: () => dataPlane.currentNetwork(),
    hasOpenvpn: !system.unsupported.includes('openvpn'),
    startApiObfuscator: system.startApiObfuscator,
    mayQuery: () => !tunnel.blocking || tunnel.state.kind === 'connected',
    isTunnelled: () => tunnel.state.kind === 'connected',
    async applyPermissions() {
      if (!tunnel.blocking || tunnel.state.kind === 'connected') return;
      tunnel.dispatch({ kind: 'settings-changed' });
      await tunnel.idle();
    },
    clock,
    log,
  });
  const { addresses, keys, known } = controlPlane;
  const dataPlane = await opening;

  const recorder = createSessionRecorder({
    store: statisticsFile(settings.stateDir, log),
    settings: () => file.current.settings,
    clock,
    after,
    onAlert: () => announcer.announce(),
    log,
  });
  const names = openNames({
    ...{ stateDir: settings.stateDir, file, resolver: dataPlane.localResolver, clock, after, log },
    state: () => tunnel.state,
  });
  const counted: { last: Traffic | null } = { last: null };
  const control = createTunnelControl({
    ...{ file, activeSettings, dataPlane, controlPlane, clock, after, log },
    onPeer(traffic) {
      counted.last = traffic;
      if (traffic !== null) recorder.onTraffic(traffic);
    },
    shown: () => announcer.shown(),
    ...{ onForwards: () => announcer.announce(), onRoutes: () => announcer.announce() },
    ...{ portalCheckUrl: settings.portalCheckUrl, onPortal: () => announcer.announce() },
    onExits: () => proxies.onExits(),
  });
  const { tunnel, link, ticketRefresher, changeEvent } = control;
  const store = proxyAccess(controlPlane.api, clock, 'Comet', () => announcer.announce());
  const proxies = localProxies(store, control.exits.exitOf);
  const announcer = createAnnouncer({
    ...{ file, activeRule, dataPlane, controlPlane, tunnel, counted, recorder, names },
    ...{ runTool: system.runTool, unsupported: system.unsupported, proxyTrouble: store.trouble },
    ...{ announcedMove: control.announcedMove, captivePortal: control.portal.current },
    ...{ forwardedPorts: control.forwards.current, routes: control.exits, listensAt: proxies.has },
    metering: () => meteredNetwork.current(),
    checkAddress: () => checkExternalAddress({ ...settings, url: settings.checkUrl, whoami: null }),
    after,
    log,
  });
  const pause = createPause({ file, tunnel, clock, after });
  const { contacts } = addresses;
  const applier = settingsApplier({ file, dataPlane, control, activeSettings, contacts });
  const { keepBootBlock, applySettings } = applier;
  const network = controlPlane.thisNetwork;
  const networks = networkMonitoring({ file, tunnel, network, activeRule, applySettings, after, log });
  const read = async () => (await dataPlane.metering?.()) ?? 'unknown';
  const meteredNetwork = createMeteredNetwork({ read, settings: () => file.current.settings });
  meteredNetwork.onChange((isMetered) => {
    dataPlane.outerTransports.pauseCover(isMetered);
    announcer.announce();
  });
  const commands = commandTable({
    ...{ system, settings, file, dataPlane, controlPlane, control },
    ...{ announcer, pause, networks, meteredNetwork, journal, recorder, names },
    proxies: { open: proxies, store },
    openUpdates: updatesOnDemand(version, settings, controlPlane.apiAccess.open, clock, log),
    ...{ activeSettings, applySettings, clock, after },
  });
  const networkChanged = (): void => {
    void known.identify();
    controlPlane.apiAccess.abort();
    changeEvent.notify();
    announcer.onNetwork();
    control.portal.onNetwork();
    tunnel.dispatch({ kind: 'network-changed' });
    ticketRefresher.onNetwork();
    void meteredNetwork.refresh();
    networks.checkNetwork();
  };

  const monitors: { close(): void }[] = [];
  const startEffects: StartEffects = {
    'prefetch-session': () => ticketRefresher.prefetch(),
    'write-boot-block': async () => void (await keepBootBlock()),
    'identify-network': () => known.identify(),
    connect: async ({ goal, wait }) => {
      const reached = tunnel.connect(goal);
      if (wait > 0) await Promise.race([reached, sleep(wait)]);
    },
    'clean-up': async ({ wait }) => {
      const lowered = link.lower();
      if (wait) await lowered;
      tunnel.dispatch({ kind: 'settings-changed' });
    },
    'settle-tunnel': async () => {
      await tunnel.idle();
      deleteRecordedGoal(settings.stateDir);
      deleteFormerFiles(settings.stateDir);
    },
    'prepare-device': async () => {
      const key = await keys.ofThisWeek();
      // Not awaited: a connect waits for the device after the steps that do not need it.
      dataPlane.wireguard.ready(key.privateKey).catch((error: unknown) => {
        log.error({ reason: reasonOf(error) }, 'The tunnel device could not be prepared');
      });
    },
    'open-local-proxies': async () => {
      const { localProxies: residential, locationProxies } = file.current.settings;
      for (const proxy of [...residential, ...locationProxies])
        if (!(await proxies.open(proxy)))
          log.warn({ port: proxy.port }, 'A local proxy was not opened: another program listens at its port');
    },
    'resume-pause': () => pause.rearm(),
    'accept-commands': () => started.resolve(),
    'watch-wake': () => void monitors.push(watchSleep(networkChanged)),
    'schedule-network-monitor': () => {
      const cancel = after(monitorDelay, () => {
        monitors.push(dataPlane.watchNetwork(networkChanged, control.checkRoutes));
        networks.checkNetwork();
        void meteredNetwork.refresh();
        // Routes that were removed before the monitor started cause no event, so they are checked once.
        monitors.push({ close: after(monitorDelay, control.checkRoutes) });
      });
      monitors.push({ close: cancel });
    },
    'apply-network-rules': () => networks.checkNetwork(),
    'schedule-refresh': () => {
      ticketRefresher.refreshSoon();
      // For the alert; a daemon without a budget reads the file when a tunnel is up.
      if (file.current.settings.dataBudget !== null) void recorder.current().then(() => announcer.announce());
    },
  };
  const { restored } = dataPlane;
  const { intent, settings: stored, standbyTickets, passedWays, apiAccess } = file.current;
  const restoredLocation = restored?.isUp === true ? restored.start.location : undefined;
  const plan = startPlan({
    lockdown: stored.lockdown,
    isStateReset: file.wasBroken,
    hasAdoptedRules: dataPlane.adopted,
    restoredLocation,
    intent,
    recordedGoal: restoredLocation === undefined ? readRecordedGoal(settings.stateDir) : null,
    hasStandbySession: standbyTickets.some(({ granted }) => granted !== undefined),
    hasTransportMemory: passedWays !== null || apiAccess.networks !== null,
    dependsOnNetwork: dependsOnNetwork(file.current),
  });
  for (const step of plan) {
    const done = runStep(startEffects, step);
    // Synchronous steps do not yield: the start completes before the first queued command runs.
    if (done !== undefined) await done;
  }

  let nextIntent: Goal | null = null;
  const closeEffects: Readonly<Record<CloseStep, () => void | Promise<void>>> = {
    'refuse-commands': () => {
      ending = true;
    },
    'stop-monitors': () => {
      announcer.close();
      pause.close();
      networks.close();
      for (const monitor of monitors) monitor.close();
    },
    'close-local-proxies': () => proxies.close(),
    disconnect: async () => {
      await control.portal.close();
      const { intent: last, settings: kept } = file.current;
      nextIntent = intentAfterClose(last, kept.lockdown);
      await Promise.all([tunnel.end(), control.exits.close()]);
    },
    'stop-refresh': async () => {
      await ticketRefresher.settle();
      ticketRefresher.close();
    },
    'close-socket': () => server.close(),
    'save-state': async () => {
      await Promise.all([recorder.close(), names.close()]);
      // Without the state file the next process cannot use a saved session.
      if (await file.change({ intent: nextIntent }))
        await saveSession({ file, dataPlane, control, clock, log });
    },
    'close-data-plane': () => dataPlane.close(),
  };
  return {
    async stop() {
      for (const step of closePlan) await closeEffects[step]();
    },
  };
}
