/** How OpenVPN's packets travel: plainly over UDP or TCP, or hidden in TLS, Shadowsocks or obfs4. */
export const openvpnVariants = ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'] as const;

export type OpenvpnVariant = (typeof openvpnVariants)[number];

/** What a user chooses; `automatic` tries one after the other and remembers what this network lets through. */
export const protocolChoices = ['automatic', 'wireguard', 'openvpn'] as const;
/** Of OpenVPN alone: any other protocol goes with `automatic`. */
export const variantChoices = ['automatic', ...openvpnVariants] as const;

export type ProtocolChoice = (typeof protocolChoices)[number];
export type VariantChoice = (typeof variantChoices)[number];
