import type { Clock } from '@comet/foundation';
import { dedicatedNow } from './account/dedicated-now.ts';
import { bidFarewells } from './account/farewell.ts';
import type { ControlPlane } from './control-plane.ts';
import type { DataPlane } from './data-plane.ts';
import { approachesFor, wantedGateways, withStandby } from './gateways/approaches-for.ts';
import { findGateways } from './gateways/find-gateways.ts';
import { hearExitWords } from './platform/exit-words.ts';
import { reachTcp } from './platform/reach-tcp.ts';
import { tcpProbe } from './platform/probe.tcp.ts';
import type { MemoryFile } from './platform/state-file.ts';
import { caretaker } from './tickets/caretaker.ts';
import { standbySessions } from './tickets/standby-sessions.ts';
import { createLink } from './tunnel/link.ts';
import { createTunnel } from './tunnel/machine.ts';
import { repairRoutes } from './tunnel/repair-routes.ts';
import { wayNow } from './tunnel/session.ts';
import type { Traffic } from './tunnel/snapshot.ts';
import type { Goal, Past } from './tunnel/state.ts';
import { createStir } from './tunnel/stir.ts';
import { fresh } from './tunnel/transitions.ts';
import { newMoveHistory } from './tunnel/watch-wireguard.ts';
import { type WorkParts, workOf } from './tunnel/work.ts';

export interface TunnelControlParts {
  readonly file: MemoryFile;
  readonly dataPlane: DataPlane;
  readonly controlPlane: ControlPlane;
  readonly clock: Clock;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** What the data plane counted last. */
  readonly onPeer: (counted: Traffic | null) => void;
  /** Resolves when whoever watches shows what was announced last, or has been waited for long enough. */
  readonly shown: () => Promise<void>;
  readonly log: (line: string) => void;
}

export type TunnelControl = ReturnType<typeof createTunnelControl>;

/** The tunnel, and the caretaker that keeps at hand what it needs next. */
export function createTunnelControl(parts: TunnelControlParts) {
  const { file, dataPlane, controlPlane, clock, after, log } = parts;
  const { firewall, wireguard, openvpn, routing, dns, links } = dataPlane;
  const { addresses, api, door, gateways, known, keys, tickets, access, forgetConnections } = controlPlane;
  const { ahead } = dataPlane;
  const up = ahead?.isUp === true ? ahead.start : null;
  const spent = ahead === null || up !== null ? [] : [ahead.start.ticket];
  const standby = standbySessions({ file, door, keys, clock, after, spent });
  const parted = { wireguard, openvpn, links, routing, dns, forgetConnections, log };
  const link = createLink(parted, true, up?.ticket);
  const stir = createStir();
  const work: WorkParts = {
    link,
    wireguard,
    openvpn,
    access,
    reach: reachTcp,
    stir,
    moveHistory: newMoveHistory(),
    wanted: (goal) => wantedGateways(gateways, file.current.settings, goal),
    renew: (signal) => gateways.refresh(signal),
    probe: tcpProbe,
    door,
    tickets,
    standby,
    keys,
    clock,
    log,
    signedIn: () => file.current.account !== null,
    settings: () => file.current.settings,
    findGateways: (goal, signal) => findGateways(gateways, api, goal, signal),
    hearExitWords,
    dedicatedNow: (serviceId, signal) => dedicatedNow(api, serviceId, signal),
    onPeer: parts.onPeer,
    onEntered(state) {
      if (state.kind === 'disconnected') keeper.anticipate();
      keeper.hurry();
    },
  };
  const approaches = (goal: Goal, past: Past) =>
    withStandby(approachesFor(gateways, file.current.settings, known.worked(), goal, past), (gateway) =>
      standby.at(gateway),
    );
  const tunnel = createTunnel(
    {
      firewall,
      work: (state, stay) => workOf(work, state, stay),
      farewell: () => openvpn.farewell(),
      shown: parts.shown,
      settings: () => ({
        ...file.current.settings,
        api: addresses.contacts(),
        dashboard: addresses.dashboard(),
        links,
      }),
      approachesFor: approaches,
      clockFault: controlPlane.clockFault,
      remember: async (intent) => void (await file.change({ intent })),
      clock,
      random: Math.random,
      after,
      log,
    },
    up?.policy ?? (dataPlane.adopted ? 'unknown' : null),
  );
  const keeper = caretaker({
    state: () => tunnel.state,
    blocking: () => tunnel.blocking,
    file,
    directory: gateways,
    addresses,
    tickets,
    standby,
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
  wireguard.onDeath(() => {
    // The device stands ready beside a tunnel of OpenVPN, which does not need it.
    if (wayNow(tunnel.state)?.protocol !== 'openvpn') tunnel.tell({ kind: 'device-died' });
  });
  openvpn.onEnd((failure) => {
    const { key } = tunnel.state;
    tunnel.tell(failure === 'program_failed' ? { kind: 'device-died' } : { kind: 'link-lost', key });
  });
  const { routesLead } = dataPlane;
  const checkRoutes =
    routesLead === undefined
      ? () => undefined
      : repairRoutes({ tunnel, link, links, routesLead, settings: () => file.current.settings, log });
  return {
    tunnel,
    link,
    keeper,
    standby,
    stir,
    checkRoutes,
    approachesFor: (goal: Goal) => approaches(goal, fresh),
  };
}
