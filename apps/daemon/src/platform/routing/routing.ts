/** Our end of the tunnel as the machine's routing sees it. */
export interface TunnelAddresses {
  readonly link: string;
  /** The gateway's address, outside the tunnel. */
  readonly gateway: string;
  readonly ipv4: string;
  readonly ipv6: string;
  readonly allowLan: boolean;
  /** The largest packet, where it is less than the link's. */
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
  /** Gives the tunnel's link its addresses and sends everything that is not our own data plane's through it. */
  raise(addresses: TunnelAddresses): Promise<void>;
  /** Only the route to a second gateway, before its tunnel exists. */
  raiseHop(link: string, hop: HopRoute): Promise<void>;
  /** Removes all of it, also that of an earlier process. What is already gone is no failure. */
  lower(): Promise<void>;
}
