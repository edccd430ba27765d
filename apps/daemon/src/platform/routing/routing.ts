/** Our end of the tunnel, as routing needs it. */
export interface TunnelAddresses {
  readonly link: string;
  /** The gateway's address, outside the tunnel. */
  readonly gateway: string;
  readonly ipv4: string;
  readonly ipv6: string;
  readonly allowLan: boolean;
  /** The maximum packet size, if it is smaller than the link's. */
  readonly mtu?: number;
  readonly hop?: HopRoute;
}

/** The route to the second gateway of two: through the link, from the address that the first one assigned. */
export interface HopRoute {
  readonly from: string;
  readonly to: string;
}

/** The routes of the tunnel. */
export interface Routing {
  /** Assigns its addresses to the tunnel's link, and routes everything except our own data plane's packets through it. */
  raise(addresses: TunnelAddresses): Promise<void>;
  /** Only the route to a second gateway, before its tunnel exists. */
  raiseHop(link: string, hop: HopRoute): Promise<void>;
  /** Removes all routes and rules, also those of an earlier process. Missing ones are no failure. */
  lower(): Promise<void>;
}
