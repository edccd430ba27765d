import type { Clock } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import { type BlockReason, type DaemonSettings, locationsOf, type Snapshot } from '@comet/tunnel-protocol';
import type { FirewallPolicy } from '../platform/firewall/firewall.ts';
import { routeMarks } from '../platform/firewall/route-marks.ts';
import type { Wireguard } from '../platform/wireguard/wireguard.ts';
import type { LocationExit } from '../proxy/exit-connections.ts';
import { locationResolvers } from '../tunnel/resolvers.ts';
import { leaseOf } from '../tunnel/session.ts';
import { type State } from '../tunnel/state.ts';
import { type ExitTunnelParts, runExitTunnel } from './exit-tunnel.ts';
import { type RouteTable } from './route-table.ts';

type Routed = Extract<FirewallPolicy, { kind: 'connected' }>['routed'];

interface ExitTunnelsParts extends Omit<ExitTunnelParts, 'wireguard' | 'setTunnel' | 'permit' | 'avoid'> {
  readonly table: RouteTable;
  /** The device of a slot. */
  readonly deviceOf: (slot: number) => Wireguard;
  readonly settings: () => DaemonSettings;
  readonly state: () => State;
  /** The resolvers that this machine uses in the main tunnel. */
  readonly mainResolvers: () => readonly string[];
  /** Applies the firewall's policy again, and resolves when it is in force. */
  readonly applyPolicy: () => Promise<void>;
  readonly onChange: () => void;
  /** Called when an exit has gone down, before its addresses are removed. */
  readonly onExits: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** A tunnel to a location of routes. */
interface Running {
  readonly slot: number;
  readonly leave: AbortController;
  /** Resolves when it is removed. */
  readonly ended: Promise<void>;
  gatewayId: string | null;
  /** The gateway that the firewall permits. */
  contact: NonNullable<Routed>['gateways'][number] | null;
  reason: BlockReason | null;
  exit: LocationExit | null;
}

/** The tunnels of routes and local proxies to other locations than the main tunnel's. */
export interface ExitTunnels {
  /** The state of the main tunnel or the routes have changed. */
  adapt(): Promise<void>;
  /** The traffic that the firewall allows for routes; absent without routes. */
  policy(): { readonly routed?: NonNullable<Routed> };
  /** The routes for the snapshot. */
  snapshot(): NonNullable<Snapshot['routes']>;
  /** The tunnel to a location; null if it is down. */
  exitOf(location: string): LocationExit | null;
  /** The local proxies by location for the snapshot. */
  proxies(): readonly Pick<NonNullable<Snapshot['locationProxies']>[number], 'state' | 'reason'>[];
  /** Reads the counters; false if there are none. */
  count(): Promise<boolean>;
  close(): Promise<void>;
}

/** Creates the keeper of the tunnels: one for each location while the main tunnel is connected, repeated after each failure. */
export function exitTunnels(parts: ExitTunnelsParts): ExitTunnels {
  const { table, settings, state } = parts;
  const running = new Map<string, Running>();
  let traffic: readonly { readonly received: number; readonly sent: number }[] = [];

  /** The location that the main tunnel leads to; null without one, and for a dedicated address. */
  function mainLocation(): string | null {
    const now = state();
    if (now.kind !== 'connected' || now.session.gateway.exit?.type === 'dedicated') return null;
    return now.session.gateway.place.location;
  }

  function start(location: string, slot: number): void {
    const leave = new AbortController();
    const wireguard = parts.deviceOf(slot);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const one: Running = { slot, leave, ended, gatewayId: null, contact: null, reason: null, exit: null };
    running.set(location, one);
    void runExitTunnel(
      {
        ...parts,
        wireguard,
        avoid: () => gatewaysInUse(location),
        setTunnel: async (session) => {
          if (session === null) {
            one.exit = null;
            parts.onExits();
          }
          const own = session && { ipv4: session.admittance.ipv4, ipv6: session.admittance.ipv6 };
          await table.setTunnel(location, own);
          await parts.applyPolicy();
          const resolvers = session === null ? [] : locationResolvers(session, settings());
          one.exit = own && { ...own, resolvers, bindsQueries: true };
          parts.onChange();
        },
        async permit(gatewayId, contact) {
          one.gatewayId = gatewayId;
          one.contact = contact;
          await parts.applyPolicy();
        },
      },
      location,
      leave.signal,
      (reason) => {
        one.reason = reason;
        parts.onChange();
      },
    ).finally(resolve);
  }

  /** One gateway can have only one tunnel of this machine. */
  function gatewaysInUse(location: string): readonly string[] {
    const now = state();
    const ofMain =
      now.kind !== 'connected'
        ? []
        : [
            now.session.gateway.id,
            ...(now.session.protocol === 'wireguard' && now.session.via ? [now.session.via.gateway.id] : []),
          ];
    const others = [...running].flatMap(([other, { gatewayId }]) =>
      other === location || gatewayId === null ? [] : [gatewayId],
    );
    return [...ofMain, ...others];
  }

  async function end(location: string, one: Running): Promise<void> {
    one.leave.abort();
    await one.ended;
    if (running.get(location) === one) running.delete(location);
  }

  async function adapt(): Promise<void> {
    const main = mainLocation();
    const isConnected = state().kind === 'connected';
    parts.onExits();
    const { routes, locationProxies } = settings();
    const wanted = isConnected
      ? locationsOf(routes, locationProxies).filter((location) => location !== main)
      : [];
    const unwanted = [...running].filter(
      ([location, { slot }]) => !wanted.includes(location) || table.slotOf(location) !== slot,
    );
    await Promise.all(unwanted.map(([location, one]) => end(location, one)));
    if (isConnected) await table.setMain(main);
    for (const location of wanted) {
      const slot = table.slotOf(location);
      if (slot !== null && !running.has(location)) start(location, slot);
    }
    if (locationsOf(routes, locationProxies).length > 0 || routes.length > 0) parts.onChange();
  }

  function exitOf(location: string): LocationExit | null {
    const now = state();
    if (now.kind !== 'connected') return null;
    if (location !== mainLocation()) return running.get(location)?.exit ?? null;
    const { ipv4, ipv6 } = leaseOf(now.session);
    return { ipv4, ipv6, resolvers: parts.mainResolvers(), bindsQueries: false };
  }

  let turn: Promise<void> = Promise.resolve();
  return {
    adapt() {
      turn = turn.then(adapt).catch((error: unknown) => parts.log.error({ err: error }, 'Routes failed'));
      return turn;
    },
    policy() {
      const { routes, locationProxies } = settings();
      if (routes.length + locationProxies.length === 0) return {};
      const all = [...running.values()];
      const up = [...table.tunnels()].flatMap(([location, own]) => {
        const slot = table.slotOf(location);
        const [link, mark] = slot === null ? [] : [table.links[slot], routeMarks.slots[slot]];
        return link === undefined || mark === undefined ? [] : [{ link, mark, ...own }];
      });
      return {
        routed: {
          direct: routes.some(({ to }) => to === 'direct'),
          tunnels: up,
          gateways: all.flatMap(({ contact }) => (contact === null ? [] : [contact])),
        },
      };
    },
    exitOf,
    proxies() {
      const isConnected = state().kind === 'connected';
      return settings().locationProxies.map(({ location }) => {
        const isUp = exitOf(location) !== null;
        return {
          state: isUp ? ('active' as const) : isConnected ? ('blocked' as const) : ('inactive' as const),
          reason: isConnected && !isUp ? (running.get(location)?.reason ?? null) : null,
        };
      });
    },
    snapshot() {
      const main = mainLocation();
      const isConnected = state().kind === 'connected';
      return settings().routes.map(({ to }, index) => {
        const isUp = to === 'direct' || to === 'block' || to === main || table.tunnels().has(to);
        const { received, sent } = traffic[index] ?? { received: 0, sent: 0 };
        return {
          state: !isConnected ? ('inactive' as const) : isUp ? ('active' as const) : ('blocked' as const),
          reason: isConnected && !isUp ? (running.get(to)?.reason ?? null) : null,
          ...{ received, sent },
        };
      });
    },
    async count() {
      const before = JSON.stringify(traffic);
      traffic = settings().routes.length === 0 ? [] : await table.traffic();
      return JSON.stringify(traffic) !== before;
    },
    async close() {
      await Promise.all([...running].map(([location, one]) => end(location, one)));
    },
  };
}
