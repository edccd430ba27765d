import type { PendingReason } from '../../platform/database/schema.ts';
import type { SocialProfile } from '../../platform/identity/identity-provider.ts';

/** What becomes of a person whom no account knows yet. */
export type Decision =
  | { readonly kind: 'create'; readonly email: string }
  | { readonly kind: 'confirm'; readonly reason: PendingReason };

/**
 * Only an address that the provider vouches for makes an account at once, and only where it has none. Everything else asks the mailbox,
 * or the account's owner: an account must never open to somebody because they claim its address elsewhere. Where the provider does
 * not vouch for the address, the outcome does not tell whether it has an account.
 */
export function decide(
  profile: Pick<SocialProfile, 'email' | 'emailVerified'>,
  hasAccount: boolean,
): Decision {
  if (profile.email === null) return { kind: 'confirm', reason: 'email_missing' };
  if (!profile.emailVerified) return { kind: 'confirm', reason: 'email_unverified' };
  if (hasAccount) return { kind: 'confirm', reason: 'account_exists' };
  return { kind: 'create', email: profile.email };
}
