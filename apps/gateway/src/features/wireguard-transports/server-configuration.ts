import type { WireguardTransport } from '@comet/contract';

export interface TransportsPlan {
  /** Absolute path of `comet-transport`. */
  readonly program: string;
  /** The user that the program changes to once it listens. */
  readonly user: number;
  readonly transports: readonly WireguardTransport[];
  /** Whether the machine supports IPv6. */
  readonly ipv6: boolean;
  /** WireGuard's own port. */
  readonly wireguardPort: number;
  /** The TCP port of the admission endpoint, and the one on the loopback at which it listens when it shares that port. */
  readonly admission: { readonly port: number; readonly sharedPort: number };
}

/** The certificate of the gateway, which QUIC presents. */
export interface TransportCertificate {
  /** PEM, leaf first. */
  readonly certificateChain: string;
  /** PKCS#8 as PEM. */
  readonly privateKey: string;
}

/**
 * Connections of an IPv4 address or an IPv6 /64, and in all: more than those of the admission endpoint, which closes idle ones of a shared
 * address for new ones.
 */
const limits = { per_address: 256, total: 8_192 };

/** Returns the configuration of `comet-transport server` (crates/datagram-transport), one line of JSON. */
export function serverConfiguration(plan: TransportsPlan, certificate: TransportCertificate): string {
  const { transports, ipv6, wireguardPort, admission, user } = plan;
  const hosts = ipv6 ? ['0.0.0.0', '[::]'] : ['0.0.0.0'];
  const listeners = transports.flatMap(({ kind, port }) =>
    hosts.map((host) => {
      const listener = { kind, address: `${host}:${port}` };
      if (kind !== 'tcp')
        return { ...listener, certificate: certificate.certificateChain, key: certificate.privateKey };
      return port === admission.port
        ? { ...listener, otherwise: `127.0.0.1:${admission.sharedPort}` }
        : listener;
    }),
  );
  return JSON.stringify({ to: `127.0.0.1:${wireguardPort}`, user, limits, listeners });
}

/** Returns whether a transport uses the TCP port of the admission endpoint. */
export function sharesAdmissionPort({ transports, admission }: TransportsPlan): boolean {
  return transports.some(({ kind, port }) => kind === 'tcp' && port === admission.port);
}
