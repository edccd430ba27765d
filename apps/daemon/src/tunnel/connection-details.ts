import { formatEndpoint } from '@comet/foundation';
import type { ConnectionDetails } from '@comet/tunnel-protocol';
import {
  type Hop,
  type OpenvpnSession,
  outerTransportOf,
  type Session,
  type WireguardSession,
} from '../model/session.ts';
import type { OuterTransports } from '../platform/obfuscation/outer-transports.ts';
import type { Openvpn } from '../platform/openvpn/openvpn.ts';
import type { Wireguard } from '../platform/wireguard/wireguard.ts';
import { endpointOf, innerMtu, sessionTransport } from './session.ts';
import type { State } from './state.ts';

/** WireGuard has no other cipher (WireGuard paper, 5.4). */
const wireguardCipher = 'ChaCha20-Poly1305';

interface DetailsParts {
  readonly state: () => State;
  readonly wireguard: Pick<Wireguard, 'peerWith'>;
  readonly openvpn: Pick<Openvpn, 'traffic' | 'negotiated'>;
  /** The interface's MTU in bytes; null where it cannot be read. */
  readonly linkMtu: (protocol: Session['protocol']) => Promise<number | null>;
  readonly isPostQuantum: () => boolean;
  readonly coverReport: OuterTransports['coverReport'];
}

/** Reads the figures of the current tunnel from its device or OpenVPN; null without a tunnel. */
export async function connectionDetails(parts: DetailsParts): Promise<ConnectionDetails | null> {
  const before = parts.state();
  if (before.kind !== 'connected') return null;
  const { session } = before;
  const [linkMtu, figures] = await Promise.all([
    parts.linkMtu(session.protocol),
    session.protocol === 'wireguard' ? ofWireguard(parts, session) : ofOpenvpn(parts, session),
  ]);
  // The values may be those of the next tunnel.
  if (parts.state().key !== before.key) return connectionDetails(parts);
  const routed = innerMtu(session);
  return {
    transport: sessionTransport(session),
    mtu: linkMtu === null || routed === null ? linkMtu : Math.min(linkMtu, routed),
    postQuantum: parts.isPostQuantum(),
    ...figures,
  };
}

type Figures = Omit<ConnectionDetails, 'transport' | 'mtu' | 'postQuantum'>;

async function ofWireguard(
  { wireguard, coverReport }: DetailsParts,
  session: WireguardSession,
): Promise<Figures> {
  const [peer, entry] = await Promise.all([
    wireguard.peerWith(session.gateway.wireguardPublicKey),
    session.via === undefined ? null : entryOf(wireguard, session.via),
  ]);
  const cover = outerTransportOf(session)?.over === 'cover' ? coverReport() : null;
  return {
    // The endpoint of a carried tunnel is a local port.
    endpoint: (session.outerTransport === undefined ? peer?.endpoint : null) ?? endpointOf(session),
    cipher: wireguardCipher,
    lastHandshake: instant(peer?.lastHandshake),
    received: peer?.rxBytes ?? 0,
    sent: peer?.txBytes ?? 0,
    socks5Proxy: socks5ProxyOf(session.admittance),
    ...(cover === null ? {} : { cover }),
    entry,
  };
}

function socks5ProxyOf({ dns: [host], socksPort: port }: WireguardSession['admittance']): string | null {
  return host === undefined || port === undefined ? null : formatEndpoint({ host, port });
}

async function entryOf(
  wireguard: DetailsParts['wireguard'],
  { gateway, admittance, outerTransport }: Hop,
): Promise<Figures['entry']> {
  const peer = await wireguard.peerWith(gateway.wireguardPublicKey);
  const port = outerTransport?.port ?? admittance.wireguardPort;
  return {
    place: gateway.place,
    endpoint:
      (outerTransport === undefined ? peer?.endpoint : null) ??
      formatEndpoint({ host: gateway.address, port }),
    lastHandshake: instant(peer?.lastHandshake),
  };
}

function ofOpenvpn({ openvpn }: DetailsParts, session: OpenvpnSession): Figures {
  const traffic = openvpn.traffic();
  const negotiated = openvpn.negotiated();
  return {
    endpoint: endpointOf(session),
    cipher: negotiated?.cipher ?? null,
    lastHandshake: instant(negotiated?.lastHandshake),
    received: traffic?.received ?? 0,
    sent: traffic?.sent ?? 0,
    // A gateway announces its proxy at admission, which OpenVPN does without.
    socks5Proxy: null,
    entry: null,
  };
}

/** Formats Unix seconds as ISO 8601. */
function instant(seconds: number | null | undefined): string | null {
  return seconds === null || seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
