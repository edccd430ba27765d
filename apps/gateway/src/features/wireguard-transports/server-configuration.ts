import type { WireguardTransport } from '@comet/contract';

export interface TransportsPlan {
  /** Absolute path of `comet-transport`. */
  readonly program: string;
  /** The user that the program changes to once it listens. */
  readonly user: number;
  readonly transports: readonly WireguardTransport[];
  /** Whether the machine supports IPv6. */
  readonly ipv6: boolean;
  /** WireGuard's own port and public key. */
  readonly wireguardPort: number;
  readonly wireguardPublicKey: string;
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

/** Whether a kind of transport has its port in common with WireGuard's own packets. */
export function sharesWireguardPort(kind: WireguardTransport['kind']): boolean {
  return kind === 'scrambled' || kind === 'cover';
}

/** The first of the UDP ports at which the program receives scrambled datagrams; nft rules lead those of WireGuard's ports there. */
const firstScrambledPort = 5_296;

/**
 * Returns pairs of a port of WireGuard and the program's own port, to which the scrambled datagrams of the former are led. Not for a port
 * that QUIC has: its listener receives them.
 */
export function scrambledPorts(
  transports: readonly WireguardTransport[],
): readonly (readonly [number, number])[] {
  return transports
    .filter(({ kind, port }) => kind === 'scrambled' && !offers(transports, 'quic', port))
    .map(({ port }, index) => [port, firstScrambledPort + index]);
}

function offers(
  transports: readonly WireguardTransport[],
  kind: WireguardTransport['kind'],
  port: number,
): boolean {
  return transports.some((one) => one.kind === kind && one.port === port);
}

/** Returns a WireGuard key in the form of `comet-transport`. */
export function hexOf(publicKey: string): string {
  return Buffer.from(publicKey, 'base64').toString('hex');
}

/** Returns the configuration of `comet-transport server` (crates/datagram-transport), one line of JSON. */
export function serverConfiguration(plan: TransportsPlan, certificate: TransportCertificate): string {
  const { transports, ipv6, wireguardPort, admission, user } = plan;
  const hosts = ipv6 ? ['0.0.0.0', '[::]'] : ['0.0.0.0'];
  const listeners = transports
    .filter(({ kind }) => !sharesWireguardPort(kind))
    .flatMap(({ kind, port }) =>
      hosts.map((host) => {
        const listener = { kind, address: `${host}:${port}` };
        if (kind === 'quic')
          return {
            ...{ ...listener, certificate: certificate.certificateChain, key: certificate.privateKey },
            scrambled: offers(transports, 'scrambled', port),
            cover: offers(transports, 'cover', port),
          };
        return port === admission.port
          ? { ...listener, otherwise: `127.0.0.1:${admission.sharedPort}` }
          : listener;
      }),
    );
  const scrambled = scrambledPorts(transports).flatMap(([port, inner]) =>
    hosts.map((host) => ({
      ...{ kind: 'scrambled', address: `${host}:${inner}` },
      cover: offers(transports, 'cover', port),
    })),
  );
  return JSON.stringify({
    ...{ to: `127.0.0.1:${wireguardPort}`, user, limits, listeners: [...listeners, ...scrambled] },
    public_key: hexOf(plan.wireguardPublicKey),
  });
}

/** Returns whether a transport uses the TCP port of the admission endpoint. */
export function sharesAdmissionPort({ transports, admission }: TransportsPlan): boolean {
  return transports.some(({ kind, port }) => kind === 'tcp' && port === admission.port);
}
