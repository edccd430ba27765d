import { checkProof, checkTicket, type TicketClaims, ticketKeyOf, type Verifiers } from '@comet/admission';
import type { AdmissionErrorCode, Presentation } from '@comet/contract';
import { err, fromBase64url, ok, type Result } from '@comet/foundation';
import type { LeaseRefusal, LeaseRequest } from '../leases/index.ts';

/** The input of a decision; none of it needs the control plane. */
interface AdmissionState {
  readonly gatewayId: string;
  readonly wireguardPrivateKey: string;
  readonly ticketVerifiers: Verifiers;
  readonly revocations: { covers(ticket: { sub: string; slot: number; issuedAt: number }): boolean };
  readonly leases: { refusal(request: LeaseRequest): LeaseRefusal | null };
  readonly stale: boolean;
}

/**
 * Decides whether a presentation is admitted at `now` (unix seconds), and with what lease. Cheap and public checks precede those that
 * need cryptography or could reveal information to an attacker.
 */
export function decidePresentation(
  known: AdmissionState,
  { ticket, publicKey, proof }: Presentation,
  now: number,
): Result<LeaseRequest, AdmissionErrorCode> {
  if (known.stale) return err('gateway_stale');
  const checked = checkTicket(known.ticketVerifiers, ticket, { audience: known.gatewayId, now });
  if (!checked.ok) return checked;
  const claims = checked.value;
  if (claims.key !== ticketKeyOf(publicKey)) return err('proof_invalid');
  if (claims.sessionUntil <= now) return err('ticket_expired');
  const request = requestOf(claims, publicKey);
  if (known.revocations.covers(request)) return err('ticket_revoked');
  const refusal = known.leases.refusal(request);
  if (refusal !== null) return err(refusal);
  const keys = { privateKey: known.wireguardPrivateKey, peerPublicKey: publicKey };
  return checkProof(keys, 'present', ticket, proof) ? ok(request) : err('proof_invalid');
}

/** The session that a release ends: one with this subject and slot that is not newer. */
type ReleasedSession = Omit<LeaseRequest, 'sessionUntil' | 'exit'>;

/**
 * Verifies a release and returns its session. A release arrives long after the ticket of the session has expired, so the ticket's times
 * are not checked; ending one's own session needs no permission.
 */
export function decideRelease(
  known: Pick<AdmissionState, 'gatewayId' | 'wireguardPrivateKey' | 'ticketVerifiers'>,
  { ticket, publicKey, proof }: Presentation,
): Result<ReleasedSession, AdmissionErrorCode> {
  const then = unverifiedIssueTime(ticket);
  if (then === null) return err('ticket_invalid');
  const checked = checkTicket(known.ticketVerifiers, ticket, { audience: known.gatewayId, now: then });
  if (!checked.ok) return checked;
  if (checked.value.key !== ticketKeyOf(publicKey)) return err('proof_invalid');
  const keys = { privateKey: known.wireguardPrivateKey, peerPublicKey: publicKey };
  if (!checkProof(keys, 'release', ticket, proof)) return err('proof_invalid');
  const { sub, slot, iat } = checked.value;
  return ok({ sub, slot, publicKey, issuedAt: iat });
}

/** Whether a verified release is for this session, and not for an earlier one with the same key. */
export function isReleasedBy(release: ReleasedSession, lease: ReleasedSession): boolean {
  return lease.sub === release.sub && lease.slot === release.slot && lease.issuedAt <= release.issuedAt;
}

/** Returns the issue time in a ticket (unix seconds) without verifying the signature; null if there is none. */
export function unverifiedIssueTime(ticket: string): number | null {
  const bytes = fromBase64url(ticket.split('.')[1] ?? '');
  if (bytes === null) return null;
  try {
    const payload: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    if (typeof payload !== 'object' || payload === null || !('iat' in payload)) return null;
    return Number.isSafeInteger(payload.iat) ? Number(payload.iat) : null;
  } catch {
    return null;
  }
}

function requestOf(claims: TicketClaims, publicKey: string): LeaseRequest {
  const { sub, slot, iat, sessionUntil, exit } = claims;
  return { sub, slot, publicKey, issuedAt: iat, sessionUntil, exit };
}
