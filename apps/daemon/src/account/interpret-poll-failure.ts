import type { ApiFailure } from '../platform/control-plane/api.ts';
import type { CommandError } from '@comet/tunnel-protocol';

/** Interprets the response to a poll (RFC 8628 §3.5). A temporary failure of the API does not end the sign-in. */
export function interpretPollFailure(failure: ApiFailure): 'go-on' | 'slow-down' | Refusal {
  if (failure.kind === 'unreachable') return 'go-on';
  switch (failure.code) {
    case 'authorization_pending':
      return 'go-on';
    case 'slow_down':
    case 'too_many_requests':
      return 'slow-down';
    case 'authorization_denied':
      return refused('login_denied');
    case 'authorization_revoked':
      return refused('login_revoked');
    case 'device_code_used':
      return refused('login_used');
    case 'device_code_expired':
      return refused('login_expired');
    default:
      return refusalOf(failure);
  }
}

export interface Refusal {
  readonly error: CommandError;
  readonly detail: string | null;
}

/** Returns the refusal of a command with this error code, without a detail. */
export function refused(error: CommandError): Refusal {
  return { error, detail: null };
}

/** Maps the API's refusal to the daemon's protocol; refusals without a code there keep the API's message. */
export function refusalOf(failure: ApiFailure): Refusal {
  if (failure.kind === 'unreachable') return refused('api_unreachable');
  const known: Readonly<Record<string, CommandError>> = {
    wrong_credentials: 'wrong_credentials',
    two_factor_code_required: 'two_factor_required',
    two_factor_code_wrong: 'two_factor_code_wrong',
    recovery_code_wrong: 'recovery_code_wrong',
    account_deleted: 'account_deleted',
    too_many_requests: 'too_many_requests',
    unauthorized: 'authentication_failed',
  };
  const error = Object.hasOwn(known, failure.code) ? known[failure.code] : undefined;
  return error === undefined ? { error: 'api_refused', detail: failure.message } : refused(error);
}
