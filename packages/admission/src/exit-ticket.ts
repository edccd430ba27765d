import { err, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';
import { openDocument, type Signer, signDocument, type Verifiers } from './signed-document.ts';
import { clockSkew, type TicketRefusal } from './ticket.ts';

/** Seconds for which an exit's ticket is valid. */
export const exitTicketLifetime = 24 * 3600;

const bytes = z.nullable(z.int().check(z.minimum(1)));

const claimsOfExit = z.object({
  /** The id of the only gateway that may accept it. */
  aud: z.string(),
  /** Unix seconds. */
  iat: z.int(),
  exp: z.int(),
  exit: z.uuid(),
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  city: z.string().check(z.regex(/^[a-z0-9]{2,20}$/)),
  /** `native`: the metered pool. `shared`: unmetered, for everyone. `dedicated`: for the customer with its dedicated IP. */
  use: z.enum(['native', 'shared', 'dedicated']),
  /** SHA-256 of the exit's WireGuard public key, base64url. */
  key: z.string(),
  /** The lower of the owner's and the operator's limits; null if neither sets one. Days are UTC. */
  caps: z.object({ bytesPerSecond: bytes, dayBytes: bytes }),
  /** Destinations that are blocked at this exit. A name includes its subdomains. */
  rules: z.object({
    ports: z.array(z.int().check(z.minimum(1), z.maximum(65_535))).check(z.maxLength(64)),
    networks: z.array(z.union([z.cidrv4(), z.cidrv6()])).check(z.maxLength(64)),
    names: z.array(z.string().check(z.regex(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/))).check(z.maxLength(64)),
  }),
});

export type ExitTicketClaims = z.output<typeof claimsOfExit>;
export type ExitRules = ExitTicketClaims['rules'];
export type ExitUse = ExitTicketClaims['use'];

/** Signs a ticket for an exit at one gateway's admission endpoint; at most 16,384 characters, since it contains the rules. */
export function issueExitTicket(signer: Signer, claims: ExitTicketClaims): string {
  return signDocument('exit', signer, claims);
}

/** Returns the claims of an exit's ticket whose signature, audience and times are valid at `now` (unix seconds). The keys are those of tickets. */
export function checkExitTicket(
  verifiers: Verifiers,
  ticket: string,
  expected: { readonly audience: string; readonly now: number },
): Result<ExitTicketClaims, TicketRefusal> {
  const opened = openDocument('exit', verifiers, ticket);
  if (!opened.ok) return err('ticket_invalid');
  const parsed = claimsOfExit.safeParse(opened.value);
  if (!parsed.success) return err('ticket_invalid');
  const claims = parsed.data;
  if (claims.aud !== expected.audience) return err('ticket_wrong_gateway');
  if (claims.iat > expected.now + clockSkew) return err('ticket_not_yet_valid');
  if (expected.now > claims.exp + clockSkew) return err('ticket_expired');
  if (claims.exp - claims.iat > exitTicketLifetime) return err('ticket_invalid');
  return ok(claims);
}

/**
 * The subject under which the change feed revokes an exit's tickets: its id's 128 bits as base64url. A revocation ends the sessions of
 * earlier tickets; a stopped or withdrawn exit gets no further ticket, any other reconnects with new caps and rules.
 */
export function exitSubject(exitId: string): string {
  return Buffer.from(exitId.replaceAll('-', ''), 'hex').toString('base64url');
}

/**
 * An exit has one slot, 0. A revocation of this other one drains it: sessions stay, and its gateway chooses it for no new one. Gateways that
 * do not know it ignore it.
 */
export const newSessionsSlot = 1;
