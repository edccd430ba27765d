import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Opener, SocialProvider, SocialRefusal, PendingReason } from '../../platform/database/schema.ts';
import type {
  IdentityProviders,
  ProviderResponse,
  SocialProfile,
} from '../../platform/identity/identity-provider.ts';
import { confirmedAccount, lockActiveAccount, type SignInCandidate, isSessionValid } from '../users/index.ts';
import {
  connect,
  createAndSignIn,
  signInWithIdentity,
  type SignInClient,
  type SocialDeps,
} from './sign-in-with-identity.ts';
import { recordUse, ownerOf } from './identities.store.ts';
import { storePending, type Pending } from './pending.store.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { releaseSignIn, storeRefusal, type ReturnedSignIn, claimSignIn } from './sign-ins.store.ts';

export type FinishDeps = SocialDeps & { readonly providers: IdentityProviders };

interface CallbackRequest {
  readonly provider: SocialProvider;
  readonly state: string;
  readonly response: ProviderResponse;
}

type Confirmation = Pick<Pending, 'provider' | 'email' | 'reason'> & {
  readonly token: string;
  readonly byPassword: boolean;
};

export interface Finished {
  readonly outcome: 'signed_in' | 'linked' | 'confirmation_required';
  readonly accessToken: string | null;
  readonly confirmation: Confirmation | null;
  readonly redirect: string | null;
  readonly opener: Opener;
}

/** Completes a provider's response: claims its sign-in, redeems the code at the provider, and decides the outcome. */
export async function finish(
  deps: FinishDeps,
  { provider, state, response }: CallbackRequest,
  entrant: SignInClient,
): Promise<
  Result<
    Finished,
    | SocialRefusal
    | 'social_expired'
    | 'social_other_browser'
    | 'provider_not_offered'
    | 'provider_unavailable'
  >
> {
  const identityProvider = deps.providers[provider];
  if (identityProvider === undefined) return err('provider_not_offered');
  const { deviceId, now } = entrant;
  const returned = await claimSignIn(deps.db, { provider, state, deviceId, now });
  if (!returned.ok) return returned;
  const profile = await identityProvider.profile(response, returned.value.secrets);
  if (!profile.ok && profile.error === 'unavailable') {
    await releaseSignIn(deps.db, state);
    return err('provider_unavailable');
  }
  const finished: Result<Finished, SocialRefusal> = profile.ok
    ? await settle(deps, { provider, profile: profile.value, returned: returned.value }, entrant)
    : err(profile.error === 'denied' ? 'social_denied' : 'authentication_failed');
  if (!finished.ok) await storeRefusal(deps.db, state, finished.error);
  return finished;
}

interface VerifiedProfile {
  readonly provider: SocialProvider;
  readonly profile: SocialProfile;
  readonly returned: ReturnedSignIn;
}

function settle(
  deps: SocialDeps,
  verified: VerifiedProfile,
  entrant: SignInClient,
): Promise<Result<Finished, SocialRefusal>> {
  const { provider, profile, returned } = verified;
  const { linkTo, redirect, opener } = returned;
  const way = { accessToken: null, confirmation: null, redirect, opener };
  return retryOnConflict(deps.db, async (trx) => {
    if (linkTo !== null) {
      const { userId, sessionId } = linkTo;
      // The session may have ended during the request to the provider, for instance through a password change.
      const account = await lockActiveAccount(trx, userId);
      if (account === null || !(await isSessionValid(trx, sessionId))) return err('authentication_failed');
      const { issuer, subject, email } = profile;
      const identity = { userId, provider, issuer, subject, email, now: entrant.now };
      const connected = await connect(deps, trx, identity, entrant.client);
      return connected.ok ? ok({ ...way, outcome: 'linked' }) : connected;
    }
    // In this order: an account that was created concurrently for this identity is seen with both or neither.
    const { email } = profile;
    const account = email === null ? null : await confirmedAccount(trx, email);
    const owner = await ownerOf(trx, profile);
    if (owner === null) return resolveUnknownIdentity(deps, trx, verified, account, entrant);
    await recordUse(trx, profile, entrant.now);
    const entered = await signInWithIdentity(deps, trx, owner, entrant);
    return entered.ok
      ? ok({ ...way, outcome: 'signed_in', accessToken: entered.value.accessToken })
      : entered;
  });
}

/** An identity without an account: creates an account, or requests confirmation from the owner of the address. */
async function resolveUnknownIdentity(
  deps: SocialDeps,
  trx: DatabaseTransaction,
  { provider, profile, returned }: VerifiedProfile,
  account: SignInCandidate | null,
  entrant: SignInClient,
): Promise<Result<Finished, SocialRefusal>> {
  const { redirect, opener } = returned;
  const { issuer, subject, email } = profile;
  const decision = decide(profile, account !== null);
  if (decision.kind === 'create') {
    const identity = { provider, issuer, subject, email: decision.email, now: entrant.now };
    const entered = await createAndSignIn(deps, trx, identity, entrant);
    if (!entered.ok) return entered;
    return ok({
      outcome: 'signed_in',
      accessToken: entered.value.accessToken,
      confirmation: null,
      redirect,
      opener,
    });
  }
  const { reason } = decision;
  const pending = { userId: account?.id ?? null, provider, issuer, subject, email, reason };
  const { deviceId, now } = entrant;
  const token = await storePending(trx, { ...pending, deviceId, redirect, opener }, now);
  const hasPassword = (account?.passwordHash ?? null) !== null;
  const byPassword = reason === 'account_exists' && hasPassword;
  const confirmation = { token, provider, email, reason, byPassword };
  return ok({ outcome: 'confirmation_required', accessToken: null, confirmation, redirect, opener });
}

/** The outcome for an identity without an account. */
type Decision =
  | { readonly kind: 'create'; readonly email: string }
  | { readonly kind: 'confirm'; readonly reason: PendingReason };

/**
 * Only an address that the provider has verified creates an account at once, and only where none exists. All other cases require
 * confirmation by the mailbox or the account's owner: a claimed address at a provider must never open an account. For an unverified address
 * the outcome does not disclose whether an account exists.
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
