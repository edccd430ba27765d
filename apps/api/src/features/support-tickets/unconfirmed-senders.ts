import { neighbourhoodOf } from '../../platform/http/addresses/source-address.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';

/** Messages of accounts with an unconfirmed address: in total, which protects the operator's mailbox from floods, and from one network. */
const fromAll = { calls: 120, seconds: 3600 };
const fromNetwork = { calls: 20, seconds: 3600 };

/**
 * Returns why a message to support is refused: an account with an unconfirmed address, which anyone can create for any address, sends no
 * files and a limited number of messages.
 */
export async function refuseUnconfirmed(
  limiter: RateLimiter,
  { caller, address }: { readonly caller: SignedInUser; readonly address: string },
  files: number,
): Promise<'email_unverified' | null> {
  if (caller.emailVerified) return null;
  if (files > 0) return 'email_unverified';
  const network = neighbourhoodOf(address);
  if ((await limiter.take(`unconfirmed support ${network}`, fromNetwork)) !== null) return 'email_unverified';
  return (await limiter.take('unconfirmed support', fromAll)) === null ? null : 'email_unverified';
}
