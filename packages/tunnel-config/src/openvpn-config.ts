/** The variable part of an OpenVPN client's configuration file. */
export interface OpenvpnClientConfig {
  /** The server's IP address; no name is resolved. A local program that obfuscates OpenVPN has 127.0.0.1. */
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
  /** The name of the network interface; chosen by the system if absent. */
  readonly device?: string;
  /** OpenVPN prompts for them if absent. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** A SOCKS5 proxy on this machine. `credentialsFile` holds user name and password in two lines. */
  readonly socksProxy?: { readonly port: number; readonly credentialsFile?: string };
  /** IPv4 addresses outside the tunnel: the gateway's own, if a local program connects to it. */
  readonly bypass?: readonly string[];
  /** How the pushed DNS servers are applied. Needed on Linux, where OpenVPN before 2.7 applies none; absent elsewhere. */
  readonly dnsHook?: 'resolvconf';
}

/** An OpenVPN server's configuration. Another program creates its interface, addresses and routes. */
export interface OpenvpnServerConfig {
  readonly transport: 'udp' | 'tcp';
  readonly port: number;
  /** Whether to listen at IPv6 addresses as well. */
  readonly listenIpv6: boolean;
  readonly device: string;
  /** CIDRs; the server has the first address of each, clients get the others. */
  readonly network4: string;
  readonly network6: string;
  /** IPv4 addresses of the resolvers that are pushed to clients. */
  readonly dns: readonly string[];
  /** PEM, leaf first. */
  readonly certificateChain: readonly string[];
  /** PEM, PKCS#8. */
  readonly privateKey: string;
  /** PEM, `OpenVPN tls-crypt-v2 server key`. */
  readonly tlsCryptV2ServerKey: string;
  /** Absolute path of the management interface's unix socket. */
  readonly managementSocket: string;
  readonly maxClients: number;
}

/** Required by both ends: AEAD ciphers, and of TLS 1.2 only suites with forward secrecy. */
export const openvpnCiphers = {
  data: 'AES-256-GCM:CHACHA20-POLY1305',
  /** For programs that only support the older `cipher`, such as the pages of routers. */
  fallback: 'AES-256-GCM',
  tls12: 'TLS-ECDHE-ECDSA-WITH-AES-256-GCM-SHA384:TLS-ECDHE-ECDSA-WITH-CHACHA20-POLY1305-SHA256',
  tls13: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256',
} as const;

/** Socket buffer in bytes. Measured: with `fast-io` a tenth more throughput than with the defaults. */
export const socketBuffer = 1_048_576;
