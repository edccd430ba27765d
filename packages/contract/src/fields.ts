import * as z from 'zod/mini';
import { isLowOrderPoint } from './low-order-points.ts';
import { wire } from './wire.ts';

/** An email address as the user enters it: trimmed, lower-cased, at most 254 characters (RFC 5321). */
export const email = z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(254), z.email());

/** A new password. 8 to 256 characters, unchanged: no trimming, no composition rules. */
export const newPassword = z.string().check(z.minLength(8), z.maxLength(256));

/** A password for verification. */
export const password = z.string().check(z.minLength(1), z.maxLength(256));

export const id = z.uuid();

/** The short number of an order, for people: six random digits of Crockford's base32. URLs and references use the order's id. */
export const orderNumber = z.string().check(z.regex(/^CV-[0-9A-HJKMNP-TV-Z]{6}$/));

/** An opaque text from one of our own links or responses. */
export const token = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[A-Za-z0-9_-]+$/));

/** The token of a mailed link. If a mail program has truncated or extended it, the link is unknown, not the request malformed. */
export const linkToken = z.string().check(z.minLength(1), z.maxLength(2000));

/** ISO 8601 in UTC. */
export const instant = z.iso.datetime();

export const money = wire({ amount: z.int(), currency: z.string().check(z.length(3)) });

/** A WireGuard public key: 32 bytes as base64 with its padding. */
export const wireguardKey = z.string().check(z.regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw480]=$/));

/** The same for keys that a user supplies: rejects keys whose shared secret is the same for everyone. */
export const ownWireguardKey = wireguardKey.check(
  z.refine((text) => text.length !== 44 || !isLowOrderPoint(text)),
);

/** A P-256 public key for DPoP proofs (RFC 9449): SPKI in DER, 91 bytes as Base64. */
export const proofKey = z
  .string()
  .check(z.regex(/^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{85}[AQgw]==$/));

/** One line, without invisible characters or line breaks. */
export const deviceName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u));

export const platform = z.enum(['linux', 'macos', 'windows', 'ios', 'android', 'router', 'other']);

/** Country and city; `-home` where traffic leaves by metered residential lines, `-shared` where by unmetered ones. */
export const locationCode = z.string().check(z.regex(/^[a-z]{2}-[a-z0-9]{2,20}(-home|-shared)?$/));

/** A city in the code of a location and in the user names of the proxy: `nyc`, `frankfurt`. */
export const cityCode = z.string().check(z.regex(/^[a-z0-9]{2,20}$/));

export const port = z.int().check(z.minimum(1), z.maximum(65535));

/** The name of a block list besides ads, trackers and malware. Not an enumeration: a later release may have others. */
export const moreBlockList = z.string().check(z.regex(/^[a-z]{1,20}$/));

/** ISO 3166-1 alpha-2 in lower case. */
export const country = z.string().check(z.regex(/^[a-z]{2}$/));

/** ISO 3166-1 alpha-2 in upper case, as exits and their records use it. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/));

/** A coupon's code as the user enters it: surrounding spaces and small letters are allowed. */
export const couponCode = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.minLength(1), z.maxLength(40), z.regex(/^[A-Z0-9-]*$/));
