import * as z from 'zod/mini';
import { instant, moreBlockList, port, ownWireguardKey, wireguardKey } from '../fields.ts';
import { wire } from '../wire.ts';

/** `POST /v1/peers` at a gateway's admission endpoint: a ticket, the key that it was issued for, and the proof of possession of the key. */
export const presentation = wire({
  ticket: z.string().check(z.maxLength(2048)),
  publicKey: ownWireguardKey,
  /** HMAC-SHA256 as base64url; see `@comet/admission`. */
  proof: z.string().check(z.maxLength(64)),
  /** No user has requested a connection yet: a gateway that is nearly full reserves its capacity for requested ones. */
  ahead: z.optional(z.boolean()),
});

/** The gateway's grant: the peer's addresses and how to reach the tunnel. */
export const admittance = wire({
  serverPublicKey: wireguardKey,
  wireguardPort: port,
  /** Host addresses without a prefix length; the IPv6 one comes from a ULA /64. */
  ipv4: z.ipv4(),
  ipv6: z.ipv6(),
  dns: z.array(z.union([z.ipv4(), z.ipv6()])).check(z.maxLength(8)),
  /** Resolvers in the tunnel that block the names on these lists; each set of lists has its own. */
  filters: z.optional(
    z
      .array(
        wire({
          address: z.ipv4(),
          lists: z.array(z.enum(['ads', 'trackers', 'malware'])).check(z.maxLength(3)),
        }),
      )
      .check(z.maxLength(16)),
  ),
  /**
   * Block lists besides those of `filters` for which the gateway has resolvers: its address of each set is known (`nameFilters` of
   * `@comet/admission`). Absent at gateways of earlier releases; may have lists of later ones.
   */
  moreBlockLists: z.optional(z.array(moreBlockList).check(z.maxLength(16))),
  /** Port of the SOCKS5 proxy at the first address of `dns`; absent at gateways of earlier releases and in sessions with an exit. */
  socksPort: z.optional(port),
  mtu: z.int().check(z.minimum(1280), z.maximum(9000)),
  sessionUntil: instant,
});

/** `DELETE /v1/peers`: the same proof releases the peer and its addresses. The response is 204. */
export const admissionPath = '/v1/peers';

export type Presentation = z.output<typeof presentation>;
export type Admittance = z.output<typeof admittance>;
