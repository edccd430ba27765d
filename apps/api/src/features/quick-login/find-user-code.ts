import { err, type Result } from '@comet/foundation';
import type { Attempts, AttemptCounter } from '../../platform/http/authentication/attempts.ts';
import type { Refusal } from '../../platform/http/requests/route.ts';
import { neighbourhoodOf, sourceOf } from '../../platform/http/addresses/source-address.ts';

/** Limits for wrong codes per 10 minutes, mistyped ones included. There are 25 * 10^9 codes, each valid for 10 minutes. */
function wrongCodes(by: {
  readonly rateLimitClass: string;
  readonly address: string;
}): readonly AttemptCounter[] {
  const seconds = 600;
  return [
    { name: `user code from ${sourceOf(by.address)}`, calls: 20, seconds },
    { name: `user code around ${neighbourhoodOf(by.address)}`, calls: 200, seconds },
    { name: `user code by ${by.rateLimitClass}`, calls: 10, seconds },
  ];
}

/** Looks up a user code with brute-force protection (RFC 8628 §5.1): wrong codes count against the account's device and the address. */
export async function findUserCode<T, E>(
  attempts: Attempts,
  by: { readonly rateLimitClass: string; readonly address: string },
  lookUp: () => Promise<Result<T, E>>,
): Promise<Result<T, E | Refusal<'too_many_requests'>>> {
  const attempt = await attempts.begin(wrongCodes(by));
  if (!attempt.ok) return err({ code: 'too_many_requests', retryAfter: attempt.error });
  const found = await lookUp();
  if (found.ok) await attempt.value.succeeded();
  return found;
}
