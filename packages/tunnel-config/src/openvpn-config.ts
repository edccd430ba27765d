/** An OpenVPN client's configuration as its file has it. Everything that no customer's file differs in is not part of it. */
export interface OpenvpnClientConfig {
  /** What is connected to, by address: nothing is looked up. A local program that hides OpenVPN stands at 127.0.0.1. */
  readonly remote: {
    readonly address: string;
    readonly port: number;
    readonly transport: 'udp' | 'tcp';
  };
  /** The name in the server's certificate. */
  readonly serverName: string;
  /** PEM: the private authorities, current and next. */
  readonly certificateAuthorities: readonly string[];
  /** PEM, `OpenVPN tls-crypt-v2 client key`. */
  readonly tlsCryptV2ClientKey: string;
  /** The name of the network interface; the system's choice where there is none. */
  readonly device?: string;
  /** Asked for where there are none. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** A SOCKS5 proxy on this machine. `credentialsFile` holds user name and password in two lines. */
  readonly socksProxy?: { readonly port: number; readonly credentialsFile?: string };
  /** IPv4 addresses that are reached outside of the tunnel: the gateway's own, where a local program connects to it. */
  readonly bypass?: readonly string[];
  /** How the pushed DNS servers are applied. Needed on Linux, where OpenVPN before 2.7 applies none; absent elsewhere. */
  readonly dnsHook?: 'resolvconf';
}

/** An OpenVPN server's configuration. Its interface is made, addressed and routed by somebody else. */
export interface OpenvpnServerConfig {
  readonly transport: 'udp' | 'tcp';
  readonly port: number;
  /** Whether to listen at IPv6 addresses as well. */
  readonly listenIpv6: boolean;
  readonly device: string;
  /** CIDRs; the server's own addresses are the first of each, clients get the others. */
  readonly network4: string;
  readonly network6: string;
  /** IPv4 addresses of the resolvers that clients are told. */
  readonly dns: readonly string[];
  /** PEM, leaf first. */
  readonly certificateChain: readonly string[];
  /** PEM, PKCS#8. */
  readonly privateKey: string;
  /** PEM, `OpenVPN tls-crypt-v2 server key`. */
  readonly tlsCryptV2ServerKey: string;
  /** Absolute path of the unix socket at which the server takes orders. */
  readonly managementSocket: string;
  readonly maxClients: number;
}

/** What both ends insist on: ciphers of this decade, and of TLS 1.2 only what keeps old traffic secret. */
export const openvpnCiphers = {
  data: 'AES-256-GCM:CHACHA20-POLY1305',
  /** For programs that read the older `cipher` and nothing else, as routers' pages do. */
  fallback: 'AES-256-GCM',
  tls12: 'TLS-ECDHE-ECDSA-WITH-AES-256-GCM-SHA384:TLS-ECDHE-ECDSA-WITH-CHACHA20-POLY1305-SHA256',
  tls13: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256',
} as const;

/** Bytes. Measured: with `fast-io` a tenth more throughput than the defaults. */
export const socketBuffer = 1_048_576;
