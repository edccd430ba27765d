import * as z from 'zod/mini';
import { port } from '../fields.ts';
import { wire, wireUnion } from '../wire.ts';

/** A transport of a gateway's OpenVPN servers. The last three are obfuscated: each wraps the TCP server. */
export const openvpnOffer = wireUnion('variant', [
  wire({ variant: z.literal('udp'), port }),
  wire({ variant: z.literal('tcp'), port }),
  /** OpenVPN over TCP inside TLS, as stunnel does it. */
  wire({ variant: z.literal('tls'), port }),
  wire({
    variant: z.literal('shadowsocks'),
    port,
    method: z.literal('chacha20-ietf-poly1305'),
    /** The same for every customer: it obfuscates the protocol, and is no access control. */
    password: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
  }),
  /** `cert` is the server's node id and public key, 52 bytes as base64 without padding (obfs4-spec, 3). */
  wire({ variant: z.literal('obfs4'), port, cert: z.string().check(z.regex(/^[A-Za-z0-9+/]{70}$/)) }),
]);

export type OpenvpnOffer = z.output<typeof openvpnOffer>;

/** OpenVPN offers of a gateway: each variant at most once. */
export const openvpnOffers = wire({
  offers: z.array(openvpnOffer).check(
    z.minLength(1),
    z.refine((offers) => new Set(offers.map((offer) => offer.variant)).size === offers.length),
  ),
});

export type OpenvpnOffers = z.output<typeof openvpnOffers>;

export const openvpnVariant = z.enum(['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4']);
