import type { LocalResolver, SiteReport } from '../platform/dns/local-resolver.ts';
import type { Dns } from '../platform/dns/dns.ts';
import type { RouteTraffic } from '../platform/firewall/route-rules.ts';
import type { Routing } from '../platform/routing/routing.ts';

/** Our addresses in the tunnel to a route's location. */
export interface RouteAddresses {
  readonly ipv4: string;
  readonly ipv6: string;
}

/** The parts of the main tunnel whose changes the table follows. */
export interface FollowedParts {
  readonly routing: Routing;
  readonly dns: Dns;
  readonly localResolver: LocalResolver;
}

/** The rules of routes. They are in force before the main tunnel carries traffic, and until the machine's own resolvers are restored. */
export interface RouteTable {
  /** The links of the tunnels to locations, by their slot. */
  readonly links: readonly string[];
  /** The routes of the settings have changed. */
  adapt(): Promise<void>;
  /** The slot of a location; null if no route and no local proxy leads there. */
  slotOf(location: string): number | null;
  /** The location of the main tunnel, which carries the traffic of routes to it; null for any other. */
  setMain(location: string | null): Promise<void>;
  /** The tunnel to a location is up, with these addresses; or it is not. */
  setTunnel(location: string, addresses: RouteAddresses | null): Promise<void>;
  /** The slots' tunnels that are up, by their location. */
  tunnels(): ReadonlyMap<string, RouteAddresses>;
  /** Routes the addresses of a site. Resolves when rules are in force with those that programs may use. */
  learn(report: SiteReport): Promise<readonly string[]>;
  /** The bytes of each route, in the order of the settings. */
  traffic(): Promise<readonly RouteTraffic[]>;
  following(parts: FollowedParts): FollowedParts;
  close(): Promise<void>;
}

/** The traffic of a route that has had none. */
export const noTraffic: RouteTraffic = { received: 0, sent: 0 };

/** For a system without routes. */
export const noRouteTable: RouteTable = {
  links: [],
  adapt: () => Promise.resolve(),
  slotOf: () => null,
  setMain: () => Promise.resolve(),
  setTunnel: () => Promise.resolve(),
  tunnels: () => new Map(),
  learn: () => Promise.resolve([]),
  traffic: () => Promise.resolve([]),
  following: (parts) => parts,
  close: () => Promise.resolve(),
};
