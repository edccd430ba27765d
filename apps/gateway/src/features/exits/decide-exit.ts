import {
  checkExitTicket,
  checkProof,
  exitSubject,
  newSessionsSlot,
  type ExitTicketClaims,
  ticketKeyOf,
  type Verifiers,
} from '@comet/admission';
import type { AdmissionErrorCode, ExitPresentation } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';

/** The input of a decision; none of it needs the control plane. */
export interface ExitAdmissionState {
  readonly gatewayId: string;
  readonly wireguardPrivateKey: string;
  readonly ticketVerifiers: Verifiers;
  readonly revocations: { covers(ticket: { sub: string; slot: number; issuedAt: number }): boolean };
  readonly stale: boolean;
  /** Returns the issue time (unix seconds) of a registered exit's ticket; null if the exit is not registered. */
  issuedAt(exit: string): number | null;
}

/** An admitted exit: the claims of its ticket, and its key. */
export interface AdmittedExit {
  readonly claims: ExitTicketClaims;
  readonly publicKey: string;
}

/** Decides whether an exit is admitted at `now` (unix seconds). As for customers, cryptographic checks come last. */
export function decideExit(
  known: ExitAdmissionState,
  { ticket, publicKey, proof }: ExitPresentation,
  now: number,
): Result<AdmittedExit, AdmissionErrorCode> {
  if (known.stale) return err('gateway_stale');
  const checked = checkExitTicket(known.ticketVerifiers, ticket, { audience: known.gatewayId, now });
  if (!checked.ok) return checked;
  const claims = checked.value;
  if (claims.key !== ticketKeyOf(publicKey)) return err('proof_invalid');
  if (isRevoked(known.revocations, claims)) return err('ticket_revoked');
  const present = known.issuedAt(claims.exit);
  if (present !== null && claims.iat < present) return err('ticket_superseded');
  const keys = { privateKey: known.wireguardPrivateKey, peerPublicKey: publicKey };
  return checkProof(keys, 'present', ticket, proof) ? ok({ claims, publicKey }) : err('proof_invalid');
}

/** An exit has one slot only. */
export function isRevoked(
  revocations: ExitAdmissionState['revocations'],
  { exit, iat }: Pick<ExitTicketClaims, 'exit' | 'iat'>,
): boolean {
  return revocations.covers({ sub: exitSubject(exit), slot: 0, issuedAt: iat });
}

/** Whether an operator drains an exit: it keeps its sessions and gets no new ones. */
export function isDraining(
  revocations: ExitAdmissionState['revocations'],
  { exit, iat }: Pick<ExitTicketClaims, 'exit' | 'iat'>,
): boolean {
  return revocations.covers({ sub: exitSubject(exit), slot: newSessionsSlot, issuedAt: iat });
}
