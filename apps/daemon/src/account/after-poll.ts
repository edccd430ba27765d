import type { ApiFailure } from '../platform/api.ts';
import { type Refusal, refusalOf, refused } from './refusal.ts';

/** RFC 8628 §3.5: what an answer to a poll means. An API that is away for a moment ends nothing. */
export function afterPoll(failure: ApiFailure): 'go-on' | 'slow-down' | Refusal {
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
