/** OpenVPN's transport: plain UDP or TCP, or obfuscated by TLS, Shadowsocks or obfs4. */
export const openvpnVariants = ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'] as const;

export type OpenvpnVariant = (typeof openvpnVariants)[number];

/** `automatic` tries the transports in order and remembers which one works on the current network. */
export const protocolChoices = ['automatic', 'wireguard', 'openvpn'] as const;
/** OpenVPN only; `automatic` with any other protocol. */
export const variantChoices = ['automatic', ...openvpnVariants] as const;

/**
 * UDP ports at which gateways offer WireGuard. `automatic` tries them in order and remembers which one works on the current network; it is
 * last, as in the schema: zod sorts words that are numbers first.
 */
export const wireguardPortChoices = ['53', '80', '123', '443', '4500', '51820', 'automatic'] as const;

/**
 * Transports that carry WireGuard's datagrams: scrambled (random-looking) UDP, QUIC (RFC 9298, MASQUE), a TCP connection, or Shadowsocks 2022
 * over UDP or TCP. `cover` is scrambled UDP with cover traffic; it costs data, so it is used only where it is chosen, and then nothing else is.
 */
export const wireguardTransports = [
  'scrambled',
  'quic',
  'tcp',
  'shadowsocks',
  'shadowsocks_tcp',
  'cover',
] as const;

export type WireguardTransport = (typeof wireguardTransports)[number];

/** How WireGuard's datagrams reach a gateway. `automatic` tries UDP first (`direct`) and remembers what works on the current network. */
export const wireguardOverChoices = ['automatic', 'direct', ...wireguardTransports] as const;

export type WireguardOverChoice = (typeof wireguardOverChoices)[number];
export type ProtocolChoice = (typeof protocolChoices)[number];
export type VariantChoice = (typeof variantChoices)[number];
export type WireguardPortChoice = (typeof wireguardPortChoices)[number];

/** A choice of the user that a location may lack. */
export const transportChoices = [
  ...new Set([...protocolChoices, ...variantChoices, ...wireguardPortChoices]),
  'wireguard_scrambled',
  'wireguard_quic',
  'wireguard_tcp',
  'wireguard_shadowsocks',
  'wireguard_shadowsocks_tcp',
  'wireguard_cover',
] as const;

export type TransportChoice = (typeof transportChoices)[number];

/**
 * How the daemon reaches the API, in the order of `automatic`: by the resolved addresses; by known addresses without DNS; by addresses from
 * DNS over HTTPS; through a gateway that relays the API's TLS; through a bridge (obfs4 or Shadowsocks) that forwards to the API only; through
 * the user's own SOCKS5 proxy or Shadowsocks server.
 */
export const accessMethods = [
  'direct',
  'pinned',
  'doh',
  'gateway',
  'bridge',
  'socks5',
  'shadowsocks',
] as const;
/** The methods whose servers the user adds. */
export const addedAccessMethods = ['bridge', 'socks5', 'shadowsocks'] as const;
/** `automatic` tries the methods in order and remembers which one works on the current network. */
export const accessChoices = ['automatic', ...accessMethods] as const;

export type AddedAccessMethod = (typeof addedAccessMethods)[number];
export type AccessMethod = (typeof accessMethods)[number];

/** Whether the current network is treated as metered; `automatic`: as the operating system says. */
export const meteredChoices = ['automatic', 'yes', 'no'] as const;
/** `unknown`: the operating system does not say. */
export const meterings = ['yes', 'no', 'unknown'] as const;

export type MeteredChoice = (typeof meteredChoices)[number];
export type Metering = (typeof meterings)[number];

/** Categories of domains that a gateway's resolver can block. */
export const blockListNames = ['ads', 'trackers', 'malware', 'adult', 'gambling', 'social'] as const;

/** Features that not every operating system supports: a daemon reports the unsupported ones and refuses their commands. */
export const platformFeatures = [
  'openvpn',
  'wireguard_over',
  'split_tunnel',
  'multi_hop',
  'port_forwarding',
  'encrypted_dns',
  'own_lists',
  'split_dns',
  'api_obfuscation',
  'routes',
] as const;

export type PlatformFeature = (typeof platformFeatures)[number];

/** Which traffic is outside the tunnel: none, the listed traffic, or all except the listed traffic. */
export const splitModes = ['off', 'exclude', 'include'] as const;

/** Whether a local proxy keeps one exit (and fails without it) or uses another exit for each connection. */
export const proxyModes = ['sticky', 'rotating'] as const;

export type ProxyMode = (typeof proxyModes)[number];

/**
 * The state of a route: it applies; the tunnel to its location is not up, so that its traffic is blocked; or it does not apply, because
 * Comet is not connected.
 */
export const routeStates = ['active', 'blocked', 'inactive'] as const;

export type RouteState = (typeof routeStates)[number];

/** Why the local proxies do not work. */
export const proxyTroubles = [
  'spending_stopped',
  'subscription_required',
  'email_unverified',
  'not_signed_in',
  'proxy_users_off',
  'api_unreachable',
  'proxy_unavailable',
  'proxy_unreachable',
  'proxy_refused',
] as const;

/** Transport protocols of forwarded ports. */
export const portProtocols = ['tcp', 'udp'] as const;

/** Why a gateway does not forward a port: it has no port forwarding for this connection, or no port is left for the account. */
export const forwardRefusals = ['not_offered', 'no_port_left'] as const;

export type ForwardRefusal = (typeof forwardRefusals)[number];
export type ProxyTrouble = (typeof proxyTroubles)[number];
export type BlockListName = (typeof blockListNames)[number];

/**
 * Whether split tunnelling accepts a text as a program: an absolute path of 400 characters at most, without `.`, `..`, empty parts or
 * control characters.
 */
export function isProgram(path: string): boolean {
  return path.length <= 400 && /^(\/(?!\.{1,2}(\/|$))[^/\p{C}]+)+$/u.test(path);
}
