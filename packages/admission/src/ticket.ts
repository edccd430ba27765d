import { createHash } from 'node:crypto';
import { err, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';
import { openDocument, type Signer, signDocument, type Verifiers } from './signed-document.ts';

/** A session ticket is for a connection attempt in progress; a stand-by ticket is stored for when the API is unavailable. */
export const ticketLifetime = { session: 5 * 60, standby: 24 * 3600 } as const;

/** Maximum difference between the clocks of gateway and API, in seconds. */
export const clockSkew = 120;

/**
 * The egress of the session's traffic where it is not the gateway's default address: an exit of the pool in this location, one specific
 * exit, or one address of the gateway. For the pool, `purse` is the id of the quota account that is charged (null where the traffic is not
 * metered), and `whenEmpty` is what happens when the quota is used up.
 */
export const exitClaim = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pool'),
    use: z.enum(['native', 'shared']),
    /** ISO 3166-1 alpha-2. */
    country: z.string().check(z.regex(/^[A-Z]{2}$/)),
    /** Null for any city of the country. */
    city: z.nullable(z.string().check(z.regex(/^[a-z0-9]{2,20}$/))),
    purse: z.nullable(z.uuid()),
    whenEmpty: z.enum(['block', 'standard']),
  }),
  z.object({ kind: z.literal('exit'), exit: z.uuid() }),
  z.object({ kind: z.literal('address'), address: z.ipv4() }),
]);

export type ExitClaim = z.output<typeof exitClaim>;

const ticketClaims = z.object({
  typ: z.enum(['session', 'standby']),
  /** The id of the only gateway that may accept it. */
  aud: z.string(),
  /** Unix seconds. */
  iat: z.int(),
  exp: z.int(),
  sub: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
  slot: z.int().check(z.minimum(0), z.maximum(255)),
  /** SHA-256 of the client's WireGuard public key, base64url. */
  key: z.string(),
  features: z.array(z.string()),
  /** Unix seconds; at most 24 h after `iat`. The gateway removes the peer then unless a newer ticket came. */
  sessionUntil: z.int(),
  /** Absent if the session leaves by the gateway's own addresses. */
  exit: z.optional(exitClaim),
});

export type TicketClaims = z.output<typeof ticketClaims>;

export type TicketRefusal =
  | 'ticket_invalid'
  | 'ticket_expired'
  | 'ticket_not_yet_valid'
  | 'ticket_wrong_gateway';

/** Returns the signed ticket. The claims are not checked; gateways check them with `checkTicket`. */
export function issueTicket(signer: Signer, claims: TicketClaims): string {
  return signDocument('ticket', signer, claims);
}

/** Returns the claims of a ticket whose signature, audience and times are valid at `now` (unix seconds). */
export function checkTicket(
  verifiers: Verifiers,
  ticket: string,
  expected: { readonly audience: string; readonly now: number },
): Result<TicketClaims, TicketRefusal> {
  const opened = openDocument('ticket', verifiers, ticket);
  if (!opened.ok) return err('ticket_invalid');
  const parsed = ticketClaims.safeParse(opened.value);
  if (!parsed.success) return err('ticket_invalid');
  const claims = parsed.data;
  if (claims.aud !== expected.audience) return err('ticket_wrong_gateway');
  if (claims.iat > expected.now + clockSkew) return err('ticket_not_yet_valid');
  if (expected.now > claims.exp + clockSkew) return err('ticket_expired');
  if (claims.exp - claims.iat > ticketLifetime[claims.typ]) return err('ticket_invalid');
  if (claims.sessionUntil - claims.iat > ticketLifetime.standby) return err('ticket_invalid');
  return ok(claims);
}

/** The `key` claim for a WireGuard public key given as base64. */
export function ticketKeyOf(wireguardPublicKey: string): string {
  return createHash('sha256').update(Buffer.from(wireguardPublicKey, 'base64')).digest('base64url');
}
