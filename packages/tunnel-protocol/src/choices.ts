/** How OpenVPN's packets travel: plainly over UDP or TCP, or hidden in TLS, Shadowsocks or obfs4. */
export const openvpnVariants = ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'] as const;

export type OpenvpnVariant = (typeof openvpnVariants)[number];

/** What a user chooses; `automatic` tries one after the other and remembers what this network lets through. */
export const protocolChoices = ['automatic', 'wireguard', 'openvpn'] as const;
/** Of OpenVPN alone: any other protocol goes with `automatic`. */
export const variantChoices = ['automatic', ...openvpnVariants] as const;

export type ProtocolChoice = (typeof protocolChoices)[number];
export type VariantChoice = (typeof variantChoices)[number];

/** What a gateway's resolver can keep from answering for. */
export const blockListNames = ['ads', 'trackers', 'malware'] as const;

/** What not every operating system can do: a daemon says which it cannot, and refuses them by name. */
export const platformFeatures = ['openvpn', 'split_tunnel', 'multi_hop'] as const;

export type PlatformFeature = (typeof platformFeatures)[number];

/** Which traffic takes another way than the rest: none, what is listed, or all but what is listed. */
export const splitModes = ['off', 'exclude', 'include'] as const;

/** Whether a local proxy leaves by one exit, or fails, or by another with each connection. */
export const proxyModes = ['sticky', 'rotating'] as const;

export type ProxyMode = (typeof proxyModes)[number];

/** Why the local proxies lead nowhere. */
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

export type ProxyTrouble = (typeof proxyTroubles)[number];
export type BlockListName = (typeof blockListNames)[number];

/** Whether a text names a program as split tunnelling takes it: an absolute path of 400 characters at most, without `.`, `..`, empty parts or control characters. */
export function isProgram(path: string): boolean {
  return path.length <= 400 && /^(\/(?!\.{1,2}(\/|$))[^/\p{C}]+)+$/u.test(path);
}
