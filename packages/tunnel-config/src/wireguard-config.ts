/** A WireGuard configuration file: what wg-quick(8) reads, less everything that runs a command. */
export interface WireguardConfig {
  readonly interface: {
    /** Base64 of 32 bytes, as every key here. */
    readonly privateKey: string;
    /** The interface's addresses, `address/length`; one at least. */
    readonly addresses: readonly string[];
    /** Resolvers' addresses, no search domains. */
    readonly dns: readonly string[];
    /** Bytes, 576 to 65,535. */
    readonly mtu?: number;
  };
  /** One at least, each public key once. */
  readonly peers: readonly WireguardConfigPeer[];
}

export interface WireguardConfigPeer {
  readonly publicKey: string;
  readonly presharedKey?: string;
  /** CIDRs that are reached through this peer; one at least. */
  readonly allowedIps: readonly string[];
  /** `ip:port` or `[ip6]:port`. */
  readonly endpoint?: string;
  /** Seconds, 0 (off) to 65,535. */
  readonly persistentKeepalive?: number;
}
