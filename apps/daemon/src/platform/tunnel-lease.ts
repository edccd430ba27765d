/** Our end of a tunnel. */
export interface TunnelLease {
  readonly ipv4: string;
  readonly ipv6: string;
  /** Resolvers inside of it. */
  readonly dns: readonly string[];
  /** Bytes. */
  readonly mtu: number;
}
