import { errorBody } from './error-body.ts';

/**
 * Reasons of a refusal by a gateway's admission endpoint, with its HTTP status. A daemon evaluates the code; the text is for an operator.
 */
export const admissionErrorCodes = {
  malformed: { status: 400, text: 'The request is not a valid presentation' },
  ticket_invalid: { status: 403, text: 'The ticket is not signed by a key this gateway knows' },
  ticket_expired: { status: 403, text: 'The ticket has expired' },
  ticket_not_yet_valid: { status: 403, text: 'The ticket is from the future; check the clock' },
  ticket_wrong_gateway: { status: 403, text: 'The ticket is for another gateway' },
  ticket_revoked: { status: 403, text: 'The ticket was revoked' },
  ticket_superseded: { status: 403, text: 'A newer ticket was already presented for this device' },
  proof_invalid: { status: 403, text: 'The proof of possession does not match the key' },
  key_taken: { status: 409, text: 'This WireGuard key belongs to another session' },
  gateway_stale: { status: 503, text: 'The gateway has not heard from the control plane for too long' },
  gateway_full: { status: 503, text: 'The gateway has no address left' },
  exit_unavailable: { status: 503, text: 'No exit of this place is in service at this gateway' },
  rate_limited: { status: 429, text: 'Too many presentations' },
  relay_refused: { status: 403, text: 'This gateway relays connections only to the control plane' },
  relay_unavailable: { status: 502, text: 'The control plane does not accept connections from this gateway' },
  not_found: { status: 404, text: 'There is nothing here' },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>;

export type AdmissionErrorCode = keyof typeof admissionErrorCodes;

/** Returns the error code of an admission endpoint's response; `unknown` for codes that are not ours. */
export function admissionErrorCodeIn(response: unknown): AdmissionErrorCode | 'unknown' {
  const parsed = errorBody.safeParse(response);
  const code = parsed.success ? parsed.data.error.code : '';
  return isAdmissionErrorCode(code) ? code : 'unknown';
}

function isAdmissionErrorCode(code: string): code is AdmissionErrorCode {
  return Object.hasOwn(admissionErrorCodes, code);
}
