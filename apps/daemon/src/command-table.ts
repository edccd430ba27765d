import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@comet/foundation';
import type { DaemonSettings } from '@comet/tunnel-protocol';
import { favouritesOf } from './account/favourites.ts';
import { signIn } from './account/sign-in.ts';
import { signOut } from './account/sign-out.ts';
import type { Announcer } from './announcer.ts';
import { checkExternalAddress, ownAddresses } from './check/external-address.ts';
import type { ControlPlane } from './control-plane.ts';
import type { DataPlane } from './data-plane.ts';
import type { Names } from './names/open-names.ts';
import type { MeteredNetwork } from './networks/metered-network.ts';
import type { NetworkMonitoring } from './networks/network-monitoring.ts';
import type { StateFile } from './platform/files/state-file.ts';
import type { LocalProxies } from './proxy/local-proxies.ts';
import type { ProxyAccessStore } from './proxy/proxy-access.ts';
import { gatherReport } from './report/gather-report.ts';
import type { Journal } from './report/journal.ts';
import { type CommandParts, commandsOf } from './rpc/commands/commands.ts';
import type { UpdateCommandParts } from './rpc/commands/update-commands.ts';
import type { Settings } from './settings.ts';
import type { SessionRecorder } from './statistics/session-recorder.ts';
import type { System } from './system.ts';
import { lackingAt, missingListsAt } from './tunnel/attempts/missing-lists.ts';
import type { Pause } from './tunnel/pause.ts';
import type { TunnelControl } from './tunnel-control.ts';
import { version } from './version.ts';

interface CommandTableParts {
  readonly system: Pick<System, 'reportCommands' | 'runTool' | 'unsupported'>;
  readonly settings: Settings;
  readonly file: StateFile;
  readonly dataPlane: DataPlane;
  readonly controlPlane: ControlPlane;
  readonly control: TunnelControl;
  readonly announcer: Announcer;
  readonly pause: Pause;
  readonly networks: NetworkMonitoring;
  readonly meteredNetwork: MeteredNetwork;
  readonly proxies: { readonly open: LocalProxies; readonly store: ProxyAccessStore };
  readonly journal: Journal;
  readonly recorder: SessionRecorder;
  readonly names: Names;
  readonly openUpdates: UpdateCommandParts['open'];
  /** The user's settings with the rule of the current network. */
  readonly activeSettings: () => DaemonSettings;
  readonly applySettings: CommandParts['onSettings'];
  readonly clock: Clock;
  readonly after: CommandParts['after'];
}

/** The commands that clients can call, with the parts that execute them. */
export function commandTable(parts: CommandTableParts) {
  const { settings, file, dataPlane, controlPlane, announcer, proxies, clock } = parts;
  const { tunnel, ticketRefresher, standby } = parts.control;
  const { api, admissionEndpoint, gateways, access, addresses, keys, tickets } = controlPlane;
  const { splitter, links } = dataPlane;
  return commandsOf({
    unsupported: parts.system.unsupported,
    tunnel,
    pause: parts.pause,
    networks: parts.networks,
    meteredNetwork: parts.meteredNetwork,
    diagnosis: {
      file,
      state: () => tunnel.state,
      checkAddress: () => checkExternalAddress({ ...settings, url: settings.checkUrl }),
      own: () => ownAddresses(Object.values(links)),
    },
    report: {
      gather: (daemonState, snapshot) =>
        gatherReport({
          version,
          daemonState,
          snapshot,
          journal: parts.journal.lines(),
          resolvConf: settings.resolvConf,
          commands: parts.system.reportCommands,
          run: parts.system.runTool,
        }),
    },
    split: {
      splitter,
      settings: () => file.current.settings,
      programs: async () => (await import('./split/installed-programs.ts')).installedPrograms(),
    },
    forwards: {
      forwards: parts.control.forwards,
      settings: () => file.current.settings,
      isConnected: () => tunnel.state.kind === 'connected',
      after: parts.after,
    },
    proxies: { proxies: proxies.open, settings: () => file.current.settings },
    portal: parts.control.portal,
    file,
    api,
    clock,
    after: parts.after,
    directory: gateways,
    keys,
    tickets,
    signIn: signIn({
      file,
      api,
      clock,
      pause: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
    }),
    favourites: favouritesOf(file, api),
    updates: {
      version,
      open: parts.openUpdates,
      network: parts.meteredNetwork,
      mayQuery: () => !tunnel.blocking || tunnel.state.kind === 'connected',
    },
    apiAccess: {
      access: controlPlane.apiAccess,
      verifiers: controlPlane.listVerifiers,
      clock,
      mayQuery: () => !tunnel.blocking || tunnel.state.kind === 'connected',
      forgetConnections: () => api.forget(),
    },
    announce: announcer.announce,
    dashboardOrigin: settings.dashboardOrigin,
    signOut: async () => {
      const isDone = await signOut({
        ...{ file, api, admissionEndpoint, tunnel, standby, lastSession: announcer.lastSession },
      });
      // After the end of the tunnel, whose session is recorded.
      const forgotten = await Promise.all([parts.recorder.forget(), parts.names.blockCounts.clear()]);
      return isDone && !forgotten.includes(false);
    },
    recorder: parts.recorder,
    nameLists: parts.names.nameLists,
    blockCounts: parts.names.blockCounts,
    snapshot: announcer.freshSnapshot,
    lastSnapshot: announcer.snapshot,
    details: announcer.details,
    prefetch: ticketRefresher.prefetch,
    onAccount: () => {
      access.forget();
      proxies.store.forget();
      announcer.announce();
      ticketRefresher.refreshSoon();
    },
    onSettings: parts.applySettings,
    lacking: (location, isBehindEntry) =>
      lackingAt(gateways, parts.activeSettings(), location, isBehindEntry),
    missingLists: (location) => missingListsAt(gateways, parts.activeSettings(), location),
    clockFault: controlPlane.clockFault,
    apiIsHidden: () =>
      tunnel.blocking && tunnel.state.kind !== 'connected' && addresses.contacts().length === 0,
  });
}
