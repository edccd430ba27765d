import { err, type Result } from '@comet/foundation';
import type { Attempts, AttemptCounter } from '../../platform/http/authentication/attempts.ts';
import type { Refusal } from '../../platform/http/requests/route.ts';
import { neighbourhoodOf, sourceOf } from '../../platform/http/addresses/source-address.ts';

/** A code is one in 25 thousand million and lives ten minutes; these are wrong ones, mistyped letters included. */
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

/** Looks a user code up for somebody who may be guessing (RFC 8628 §5.1): wrong ones are counted by the account's device and by address. */
export async function guessCode<T, E>(
  attempts: Attempts,
  by: { readonly rateLimitClass: string; readonly address: string },
  look: () => Promise<Result<T, E>>,
): Promise<Result<T, E | Refusal<'too_many_requests'>>> {
  const attempt = await attempts.begin(wrongCodes(by));
  if (!attempt.ok) return err({ code: 'too_many_requests', retryAfter: attempt.error });
  const found = await look();
  if (found.ok) await attempt.value.succeeded();
  return found;
}
