import type { Log } from '@comet/foundation/log';
import type { Clock } from '@comet/foundation';
import type { DaemonSettings } from '@comet/tunnel-protocol';
import { resolveDedicatedIp } from './gateways/resolve-dedicated-ip.ts';
import { sendLogoutNotices } from './account/sign-out.ts';
import type { ControlPlane } from './control-plane.ts';
import { createPortal } from './create-portal.ts';
import type { DataPlane } from './data-plane.ts';
import {
  connectionAttemptsFor,
  wantedGateways,
  withStandby,
} from './gateways/attempts/connection-attempts-for.ts';
import type { Choice } from './gateways/attempts/transport-order.ts';
import { findGateways } from './gateways/find-gateways.ts';
import { receiveExitStatus } from './platform/openvpn/exit-status.ts';
import { exitTunnels } from './routes/exit-tunnels.ts';
import { tcpConnect } from './platform/admission/tcp-connect.ts';
import { tcpProbe } from './platform/admission/probe.tcp.ts';
import type { StateFile } from './platform/files/state-file.ts';
import type { Settings } from './settings.ts';
import { ticketRefresher } from './tickets/ticket-refresher.ts';
import { standbySessions } from './tickets/standby-sessions.ts';
import { natPmpClient } from './platform/port-mapping/nat-pmp-client.ts';
import { createPortForwards } from './tunnel/forwarding/port-forwards.ts';
import { createLink } from './tunnel/link.ts';
import { recordedResolvers } from './platform/dns/recorded-resolvers.ts';
import { createTunnel } from './tunnel/machine.ts';
import { repairRoutes } from './tunnel/monitoring/repair-routes.ts';
import { currentTransport } from './tunnel/session.ts';
import type { Traffic } from './tunnel/snapshot.ts';
import { type Goal, type ConnectHistory, fresh } from './model/goal.ts';
import { createChangeEvent } from './tunnel/change-event.ts';
import { newMoveHistory } from './tunnel/monitoring/watch-wireguard.ts';
import { type WorkParts, runState } from './tunnel/run-state.ts';
import { announcedMove } from './tunnel/monitoring/planned-move.ts';

interface TunnelControlParts {
  readonly file: StateFile;
  /** The user's settings with the rule of the current network. */
  readonly activeSettings: () => DaemonSettings;
  readonly dataPlane: DataPlane;
  readonly controlPlane: ControlPlane;
  readonly portalCheckUrl: Settings['portalCheckUrl'];
  readonly clock: Clock;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** The last counters of the data plane. */
  readonly onPeer: (counted: Traffic | null) => void;
  /** Resolves when the watching clients show the last announced state, or after a time limit. */
  readonly shown: () => Promise<void>;
  /** Called when a forwarded port has changed. */
  readonly onForwards: () => void;
  /** Called when the tunnel of a route has changed. */
  readonly onRoutes: () => void;
  /** Called when the sign-in page of the network, or its permission, has changed. */
  readonly onPortal: () => void;
  /** Called when the exits of local proxies may have changed. */
  readonly onExits: () => void;
  readonly log: Log;
}

export type TunnelControl = ReturnType<typeof createTunnelControl>;

/** The tunnel, and the ticket refresher that prepares the next connect. */
export function createTunnelControl(parts: TunnelControlParts) {
  const { file, activeSettings, dataPlane, controlPlane, clock, after, log } = parts;
  const { firewall, wireguard, openvpn, outerTransports, routing, dns, localResolver, links } = dataPlane;
  const { addresses, api, admissionEndpoint, gateways, known, keys, tickets, access, forgetConnections } =
    controlPlane;
  const { restored } = dataPlane;
  const up = restored?.isUp === true ? restored.start : null;
  const spent = restored === null || up !== null ? [] : [restored.start.ticket];
  const standby = standbySessions({ file, admissionEndpoint, keys, clock, after, spent });
  const linkParts = {
    ...{ wireguard, openvpn, outerTransports, links, routing, dns, localResolver },
    ...{ forgetConnections, log },
  };
  const resolvers = recordedResolvers(linkParts.dns);
  const link = createLink({ ...linkParts, dns: resolvers.dns }, true, up?.ticket);
  const changeEvent = createChangeEvent();
  const forwards = createPortForwards({
    wanted: () => file.current.settings.forwardedPorts,
    client: natPmpClient(),
    onChange: parts.onForwards,
  });
  /** The user's choice, as far as this system supports it. */
  const choice = (): Choice => {
    const settings = activeSettings();
    return outerTransports.isSupported ? settings : { ...settings, wireguardOver: 'direct' };
  };
  const work: WorkParts = {
    link,
    forwards,
    wireguard,
    openvpn,
    outerTransports,
    access,
    reach: tcpConnect,
    changeEvent,
    moveHistory: newMoveHistory(),
    wanted: (goal) => wantedGateways(gateways, choice(), goal),
    replacements: (goal) =>
      wantedGateways(gateways, choice(), goal, { ...fresh, fallbackGateways: true }, known.worked()),
    drainingUntil: (gatewayId) => gateways.drainingUntil(gatewayId),
    random: Math.random,
    renew: (signal) => gateways.refresh(signal),
    probe: tcpProbe,
    admissionEndpoint,
    tickets,
    standby,
    keys,
    clock,
    log,
    signedIn: () => file.current.account !== null,
    settings: activeSettings,
    findGateways: (goal, signal) => findGateways(gateways, api, goal, signal),
    receiveExitStatus,
    resolveDedicatedIp: (serviceId, signal) => resolveDedicatedIp(api, serviceId, signal),
    onPeer: parts.onPeer,
    onEntered(state) {
      if (state.kind === 'disconnected') refresher.prefetch();
      refresher.refreshSoon();
    },
  };
  const candidates = (goal: Goal, past: ConnectHistory) =>
    withStandby(connectionAttemptsFor(gateways, choice(), known.worked(), goal, past), (gateway) =>
      standby.at(gateway),
    );
  const tunnel = createTunnel(
    {
      firewall,
      work: (state, lifetime) => runState(work, state, lifetime),
      logoutNotice: () => openvpn.logoutNotice(),
      shown: parts.shown,
      settings: () => ({
        ...activeSettings(),
        api: [...addresses.contacts(), ...controlPlane.permitted.current()],
        dashboard: addresses.dashboard(),
        links,
        portal: portal.isPermitted,
        ...exits.policy(),
      }),
      connectionAttemptsFor: candidates,
      clockFault: controlPlane.clockFault,
      remember: async (intent) => void (await file.change({ intent })),
      clock,
      random: Math.random,
      after,
      log,
    },
    up?.policy ?? (dataPlane.adopted ? 'unknown' : null),
  );
  async function applyPolicy(): Promise<void> {
    tunnel.dispatch({ kind: 'settings-changed' });
    await tunnel.idle();
  }
  const portal = createPortal({
    ...{ file, dataPlane, controlPlane, applyPolicy, clock, after, log },
    state: () => tunnel.state,
    checkUrl: parts.portalCheckUrl,
    onPassed: () => tunnel.dispatch({ kind: 'network-changed' }),
    onChange: parts.onPortal,
  });
  tunnel.onChange(({ key }) => portal.onState(`${key} ${tunnel.blocking}`));
  const exits = exitTunnels({
    ...{ admissionEndpoint, tickets, standby, keys, directory: gateways, clock, log },
    table: dataPlane.routeTable,
    deviceOf(slot) {
      if (dataPlane.routeDevice === undefined) throw new Error('routes are not supported on this system');
      return dataPlane.routeDevice(slot);
    },
    settings: () => file.current.settings,
    choice: activeSettings,
    state: () => tunnel.state,
    applyPolicy,
    mainResolvers: resolvers.current,
    onChange: parts.onRoutes,
    onExits: parts.onExits,
  });
  tunnel.onChange(() => {
    parts.onExits();
    void exits.adapt();
  });
  const refresher = ticketRefresher({
    state: () => tunnel.state,
    blocking: () => tunnel.blocking,
    file,
    directory: gateways,
    addresses,
    tickets,
    standby,
    keys,
    wireguard,
    admissionEndpoint,
    access,
    logoutNotices: () => sendLogoutNotices(file, api),
    onRefused: (reason) => tunnel.dispatch({ kind: 'session-refused', reason }),
    random: Math.random,
    after,
    log,
  });
  wireguard.onDeath(() => {
    // The device exists in addition to a tunnel of OpenVPN, which does not need it.
    if (currentTransport(tunnel.state)?.protocol !== 'openvpn') tunnel.dispatch({ kind: 'device-died' });
  });
  openvpn.onEnd((failure) => {
    const { key } = tunnel.state;
    tunnel.dispatch(failure === 'program_failed' ? { kind: 'device-died' } : { kind: 'link-lost', key });
  });
  // As for OpenVPN's programs, the end is a failure of the tunnel.
  outerTransports.onEnd(() => tunnel.dispatch({ kind: 'device-died' }));
  const { routePrecedence } = dataPlane;
  const checkRoutes =
    routePrecedence === undefined
      ? () => undefined
      : repairRoutes({ tunnel, link, links, routePrecedence, settings: activeSettings, log });
  return {
    tunnel,
    link,
    exits,
    portal,
    forwards,
    ticketRefresher: refresher,
    standby,
    changeEvent,
    checkRoutes,
    connectionAttemptsFor: (goal: Goal) => candidates(goal, fresh),
    announcedMove: () => announcedMove(work, tunnel.state, wireguard.acceptsSecondPeer),
  };
}
