import { err, isIp, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';
import { commonBlockLists } from './name-filters.ts';
import { maxServerUrlLength } from './shadowsocks-url.ts';
import { openDocument, type SignatureRefusal, type Verifiers } from './signed-document.ts';

const port = z.int().check(z.minimum(1), z.maximum(65535));
const locationCode = z.string().check(z.regex(/^[a-z]{2}-[a-z0-9]{2,20}(-home|-shared)?$/));

/** How a gateway's OpenVPN servers are reached; the same shapes as in a gateway's report. */
const openvpnOffer = z.discriminatedUnion('variant', [
  z.object({ variant: z.literal('udp'), port }),
  z.object({ variant: z.literal('tcp'), port }),
  z.object({ variant: z.literal('tls'), port }),
  z.object({
    variant: z.literal('shadowsocks'),
    port,
    method: z.literal('chacha20-ietf-poly1305'),
    password: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
  }),
  z.object({
    variant: z.literal('obfs4'),
    port,
    cert: z.string().check(z.regex(/^[A-Za-z0-9+/]{70}$/)),
  }),
]);

const serverListContent = z.object({
  /** Increases with every change; a client refuses a lower one than before, so a list cannot be rolled back. */
  version: z.int().check(z.minimum(1)),
  /** Unix seconds. */
  issuedAt: z.int(),
  expiresAt: z.int(),
  locations: z.array(
    z.object({
      code: locationCode,
      country: z.string().check(z.regex(/^[A-Z]{2}$/)),
      countryName: z.string().check(z.regex(/^[^\p{C}]{1,60}$/u)),
      city: z.string().check(z.regex(/^[^\p{C}]{1,60}$/u)),
      type: z.string().check(z.regex(/^[a-z_]{1,30}$/)),
      latitude: z.number().check(z.minimum(-90), z.maximum(90)),
      longitude: z.number().check(z.minimum(-180), z.maximum(180)),
      features: z.array(z.string().check(z.regex(/^[a-z0-9_]{1,30}$/))),
    }),
  ),
  gateways: z.array(
    z.object({
      id: z.uuid(),
      location: locationCode,
      /** The name in the certificate of its admission endpoint. */
      serverName: z.string().check(z.regex(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/)),
      ipv4: z.ipv4(),
      ipv6: z.nullable(z.ipv6()),
      doorPort: port,
      wireguardPort: port,
      /** UDP ports besides `wireguardPort` at which its WireGuard is reached; empty in a server list of a release without this field. */
      wireguardExtraPorts: z._default(z.array(port).check(z.maxLength(16)), []),
      /**
       * How its WireGuard is reached over TCP, QUIC, scrambled datagrams or Shadowsocks; empty in a server list of a release without this field. Not an
       * enumeration: with a kind of a later release a client would refuse the whole list.
       */
      wireguardTransports: z._default(
        z.array(z.object({ kind: z.string().check(z.regex(/^[a-z]{1,20}$/)), port })).check(z.maxLength(8)),
        [],
      ),
      wireguardPublicKey: z.string().check(z.regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw480]=$/)),
      /** Null if the gateway supports WireGuard only. */
      openvpn: z.nullable(z.object({ offers: z.array(openvpnOffer).check(z.minLength(1), z.maxLength(5)) })),
      /** The block lists that its resolver supports; empty in a server list of a release without this field. */
      blockLists: z._default(
        z.array(z.enum(commonBlockLists)).check(z.maxLength(commonBlockLists.length)),
        [],
      ),
      /** Further ones, see `knownBlockLists`; empty in a server list of a release without this field. Not an enumeration, like the transports. */
      moreBlockLists: z._default(
        z.array(z.string().check(z.regex(/^[a-z]{1,20}$/))).check(z.maxLength(16)),
        [],
      ),
      online: z.boolean(),
      /** Unix seconds: when clients move from it to another gateway. Absent unless it drains with a deadline. */
      drainingUntil: z.optional(z.int()),
      /** Load in percent, rounded to the nearest ten so that the list changes rarely; null while unknown. */
      loadPercent: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
    }),
  ),
  /**
   * The locations of exits, with the gateways that have a live one there. A gateway itself is at its own `location`. A location that is
   * not listed has no exit now.
   */
  through: z._default(
    z.array(z.object({ location: locationCode, gateways: z.array(z.uuid()).check(z.maxLength(1000)) })),
    [],
  ),
  /** Addresses of the API, for clients without a resolver; empty in a server list of a release without this field. */
  apiAddresses: z._default(z.array(z.string().check(z.refine(isIp))).check(z.maxLength(8)), []),
  /** Bridges as text, see `readBridge`; those of later kinds are ignored. Empty in a server list of a release without this field. */
  bridges: z._default(z.array(z.string().check(z.maxLength(maxServerUrlLength))).check(z.maxLength(64)), []),
});

export type OpenvpnOffer = z.output<typeof openvpnOffer>;
export type ServerList = z.output<typeof serverListContent>;
export type ServerListRefusal = SignatureRefusal | 'expired' | 'rolled_back';

/** Returns the list in a signed document if its signature is valid, it has not expired at `now` (unix seconds) and is not older than `atLeast`. */
export function checkServerList(
  verifiers: Verifiers,
  document: string,
  expected: { readonly now: number; readonly atLeast: number },
): Result<ServerList, ServerListRefusal> {
  const opened = openDocument('server-list', verifiers, document);
  if (!opened.ok) return opened;
  const parsed = serverListContent.safeParse(opened.value);
  if (!parsed.success) return err('malformed');
  if (parsed.data.expiresAt < expected.now) return err('expired');
  if (parsed.data.version < expected.atLeast) return err('rolled_back');
  return ok(parsed.data);
}
