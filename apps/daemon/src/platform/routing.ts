/** Our end of the tunnel as the machine's routing sees it. */
export interface TunnelAddresses {
  readonly link: string;
  readonly ipv4: string;
  readonly ipv6: string;
  readonly allowLan: boolean;
}

/** Which way packets go. */
export interface Routing {
  /** Gives the tunnel's link its addresses and sends everything that is not our own data plane's through it. */
  raise(addresses: TunnelAddresses): Promise<void>;
  /** Takes all of it back, whoever made it. What is already gone is no failure. */
  lower(): Promise<void>;
}
