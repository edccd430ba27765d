import type { Log } from '@comet/foundation/log';
import type { Metering, NetworkRule, PlatformFeature, ProxyTrouble, Snapshot } from '@comet/tunnel-protocol';
import type { Session } from './model/session.ts';
import { remainingData } from './account/remaining-data.ts';
import { externalAddressMonitor } from './check/external-address-monitor.ts';
import type { ExternalAddresses } from './check/verdict.ts';
import type { ControlPlane } from './control-plane.ts';
import type { DataPlane } from './data-plane.ts';
import type { Names } from './names/open-names.ts';
import type { ActiveRule } from './networks/active-rule.ts';
import { shouldRemember } from './gateways/networks/remembered-transports.ts';
import { deferTransportSave } from './gateways/networks/defer-transport-save.ts';
import type { RunTool } from './platform/system/run-tool.ts';
import type { StateFile } from './platform/files/state-file.ts';
import type { SessionRecorder } from './statistics/session-recorder.ts';
import { createDisplayConfirmations } from './rpc/display-confirmations.ts';
import type { Watch } from './rpc/subscriber.ts';
import { connectionDetails } from './tunnel/connection-details.ts';
import { liveFigures } from './tunnel/monitoring/live-traffic.ts';
import { sessionTransport, workedTransport } from './tunnel/session.ts';
import { snapshotOf, type Traffic } from './tunnel/snapshot.ts';
import type { State } from './tunnel/state.ts';
import { maintainSession } from './tunnel/monitoring/maintain-session.ts';
import type { TunnelControl } from './tunnel-control.ts';

interface AnnouncerParts {
  readonly file: StateFile;
  readonly activeRule: ActiveRule;
  readonly dataPlane: DataPlane;
  readonly controlPlane: ControlPlane;
  readonly tunnel: TunnelControl['tunnel'];
  /** The last counters of the data plane; null without a tunnel. */
  readonly counted: { last: Traffic | null };
  /** Monitors this machine's external addresses. */
  readonly checkAddress: () => Promise<ExternalAddresses>;
  readonly runTool: RunTool;
  /** The last failure of the local proxies; see the snapshot. */
  readonly proxyTrouble: () => ProxyTrouble | null;
  /** The move away from a gateway that drains; empty if none is planned. */
  readonly announcedMove: () => Pick<Snapshot, 'maintenance'>;
  /** The sign-in page of the network; undefined if there is none. */
  readonly captivePortal: () => Snapshot['captivePortal'];
  /** Whether the current network is metered. */
  readonly metering: () => Metering;
  /** The forwarded ports with their public ones. */
  readonly forwardedPorts: () => NonNullable<Snapshot['forwardedPorts']>;
  readonly routes: Pick<TunnelControl['exits'], 'snapshot' | 'proxies' | 'count'>;
  /** Whether a local proxy listens at a port. */
  readonly listensAt: (port: number) => boolean;
  /** Features that this system lacks. */
  readonly unsupported: readonly PlatformFeature[];
  readonly recorder: Pick<SessionRecorder, 'onState' | 'alert'>;
  readonly names: { readonly nameLists: Pick<Names['nameLists'], 'onConnected'> };
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly log: Log;
}

export type Announcer = ReturnType<typeof createAnnouncer>;

/** Follows the tunnel's state: stores what the next connect needs, and sends snapshots to clients. */
export function createAnnouncer(parts: AnnouncerParts) {
  const { file, dataPlane, controlPlane, tunnel, counted, after, log } = parts;
  const { wireguard, openvpn, links } = dataPlane;
  const { known, keep } = controlPlane;
  const transportSave = deferTransportSave(known, after);
  const watchers = new Set<Parameters<Watch>[0]>();
  const displayConfirmations = createDisplayConfirmations(after);
  /** The figures of the last snapshot that was sent. */
  let announced: Traffic | null = null;
  /** Whether the last count has found other figures of routes. */
  let haveRoutesChanged = false;
  let lastSession: Session | null = null;
  let lastEntered = '';

  const snapshot = (): Snapshot => ({
    ...snapshotOf(
      ...([tunnel.state, tunnel.blocking, file.current, counted.last, data.current()] as const),
      parts.activeRule.settings(),
    ),
    ...nameOf(parts.activeRule.current()),
    metered: parts.metering(),
    quantumResistant: maintenance.isPostQuantum,
    next: nextOf(),
    seen: seen.current(),
    proxyTrouble: parts.proxyTrouble(),
    ...parts.announcedMove(),
    ...portalOf(parts.captivePortal()),
    ...(parts.unsupported.includes('port_forwarding') ? {} : { forwardedPorts: parts.forwardedPorts() }),
    ...(parts.unsupported.includes('routes')
      ? {}
      : { routes: parts.routes.snapshot(), locationProxies: locationProxiesOf() }),
    ...(parts.unsupported.length > 0 ? { unsupported: [...parts.unsupported] } : {}),
    ...alertOf(parts.recorder.alert()),
  });
  const locationProxiesOf = (): Snapshot['locationProxies'] => {
    const states = parts.routes.proxies();
    return file.current.settings.locationProxies.flatMap(({ port }, index) => {
      const state = states[index];
      return state === undefined ? [] : [{ ...state, listens: parts.listensAt(port) }];
    });
  };
  /** The gateway that a connect would use now, for display. */
  const nextOf = (): Snapshot['next'] => {
    const [first] = controlPlane.gateways.gatewaysFor({ location: null }, null) ?? [];
    const location = controlPlane.gateways.locations()?.find(({ code }) => code === first?.place.location);
    if (first === undefined || location === undefined) return null;
    const { milliseconds } = controlPlane.gateways.about(location);
    return { place: first.place, type: location.type, milliseconds };
  };
  const announce = (): void => {
    if (watchers.size === 0) return;
    announced = counted.last;
    const now = snapshot();
    for (const watcher of watchers) {
      const showing = watcher(now);
      if (showing !== undefined) displayConfirmations.add(showing);
    }
  };
  const maintenance = maintainSession({
    wireguard,
    openvpnLink: links.openvpn,
    run: parts.runTool,
    sizes: dataPlane.sizes,
    postQuantum: () => file.current.settings.postQuantum,
    onPostQuantumChange: () => announce(),
    log,
  });
  const data = remainingData({ api: controlPlane.api, after, onChange: () => announce() });

  const seen = externalAddressMonitor({
    check: parts.checkAddress,
    isWatched: () => watchers.size > 0,
    flows: () =>
      tunnel.state.kind === 'connected' || (tunnel.state.kind === 'disconnected' && !tunnel.blocking),
    after,
    onChange: announce,
  });
  /** Queries WireGuard's counters; OpenVPN reports its own each second. */
  const count = async (): Promise<void> => {
    if (tunnel.state.kind !== 'connected') return;
    const { key, session } = tunnel.state;
    haveRoutesChanged = await parts.routes.count();
    const traffic = openvpn.traffic();
    const figures =
      session.protocol === 'wireguard'
        ? await wireguard.peer().catch(() => null)
        : traffic && { rxBytes: traffic.received, txBytes: traffic.sent, lastHandshake: null };
    if (figures !== null && tunnel.state.key === key) counted.last = figures;
  };
  const scheduleCount = liveFigures({
    isActive: () => watchers.size > 0 && tunnel.state.kind === 'connected',
    count,
    hasChanged: () =>
      haveRoutesChanged ||
      announced?.rxBytes !== counted.last?.rxBytes ||
      announced?.txBytes !== counted.last?.txBytes,
    onChange: announce,
    after,
  });

  tunnel.onChange((state: State) => {
    maintenance.onState(state);
    parts.recorder.onState(state);
    parts.names.nameLists.onConnected(state.kind === 'connected');
    data.onState(state);
    if (state.kind === 'connected') {
      lastSession = state.session;
      const lastGateway = state.session.gateway.id;
      if (file.current.lastGateway !== lastGateway) keep({ lastGateway });
      const recents = withLatest(file.current.recents, state.session.gateway.place.location);
      if (recents.join() !== file.current.recents.join()) keep({ recents });
      // A transport that the user chose gives no information about the others.
      const transport = sessionTransport(state.session);
      const entered = `${state.key} ${JSON.stringify(transport)}`;
      if (lastEntered !== entered && shouldRemember(parts.activeRule.settings(), transport))
        transportSave.remember(workedTransport(state.session));
      lastEntered = entered;
    } else {
      transportSave.now();
      counted.last = null;
    }
    seen.plan(state.key);
    scheduleCount();
    announce();
  });

  return {
    snapshot,
    /** The snapshot with the newest figures. */
    async freshSnapshot(): Promise<Snapshot> {
      await count();
      return snapshot();
    },
    /** The figures of the tunnel, read now. */
    details: () =>
      connectionDetails({
        state: () => tunnel.state,
        wireguard,
        openvpn,
        linkMtu: async (protocol) => (await dataPlane.linkMtu?.(links[protocol])) ?? null,
        isPostQuantum: () => maintenance.isPostQuantum,
        coverReport: () => dataPlane.outerTransports.coverReport(),
      }),
    watch: ((listener) => {
      watchers.add(listener);
      seen.plan(tunnel.state.key);
      scheduleCount();
      return () => void watchers.delete(listener);
    }) satisfies Watch,
    shown: displayConfirmations.shown,
    announce,
    onNetwork(): void {
      transportSave.now();
      maintenance.onNetwork();
      seen.forget();
    },
    close: maintenance.close,
    lastSession: () => lastSession,
  };
}

const nameOf = (rule: NetworkRule | null) => (rule === null ? {} : { networkRule: rule.name });

const portalOf = (captivePortal: Snapshot['captivePortal']) =>
  captivePortal === undefined ? {} : { captivePortal };

const alertOf = (budgetAlert: ReturnType<SessionRecorder['alert']>) =>
  budgetAlert === null ? {} : { budgetAlert };

/** Maximum number of remembered locations. */
const maxRecents = 5;

/** The last connected locations, with this one first. */
function withLatest(recents: readonly string[], location: string): string[] {
  return [location, ...recents.filter((code) => code !== location)].slice(0, maxRecents);
}
