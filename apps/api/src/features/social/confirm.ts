import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Opener } from '../../platform/database/schema.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import type { Refusal } from '../../platform/http/requests/route.ts';
import { mailboxOf } from '../../platform/mail/mailbox.ts';
import { countUnverifiedMail } from '../../platform/mail/unverified-mail.ts';
import {
  confirmedAccount,
  attemptPassword,
  type PasswordAttemptDeps,
  type Issued,
  type Passwords,
  passwordHashOf,
  isCurrentPassword,
  type SignInRefusal,
} from '../users/index.ts';
import {
  connectFree,
  createAndSignIn,
  signInWithIdentity,
  type SignInClient,
  type SocialDeps,
} from './sign-in-with-identity.ts';
import { ownerOf } from './identities.store.ts';
import { confirmIdentityEmail } from './emails.ts';
import {
  addLink,
  linkToSignIn,
  findMailed,
  findPending,
  type Pending,
  spendPending,
} from './pending.store.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

export type ConfirmDeps = SocialDeps &
  PasswordAttemptDeps & { readonly passwords: Passwords; readonly limiter: RateLimiter };

export interface Entered {
  readonly accessToken: string;
  readonly redirect: string | null;
  readonly opener: Opener;
}

type EntryRefusal = 'identity_linked_elsewhere' | SignInRefusal;

/** Limit of links to one mailbox, from all callers together. */
const perMailbox = { calls: 5, seconds: 3600 };

/**
 * Confirms with the password of the account that has the address; guesses count like those of a login. Where a password is not accepted,
 * every password is wrong.
 */
export async function confirmByPassword(
  deps: ConfirmDeps,
  given: { readonly token: string; readonly password: string; readonly address: string },
  entrant: SignInClient,
): Promise<
  Result<Entered, Refusal<'too_many_requests'> | 'current_password_wrong' | 'social_expired' | EntryRefusal>
> {
  const at = { token: given.token, deviceId: entrant.deviceId, now: entrant.now };
  const waiting = await deps.db.transaction().execute(async (trx) => {
    const pending = await findPending(trx, at);
    if (pending === null) return null;
    const { userId, reason } = pending;
    const will = userId !== null && reason === 'account_exists';
    return { email: pending.email ?? '', hash: will ? await passwordHashOf(trx, userId) : null };
  });
  if (waiting === null) return err('social_expired');
  const by = { email: waiting.email, deviceId: entrant.deviceId, address: given.address };
  const proved = await attemptPassword(deps, by, async () =>
    (await deps.passwords.verify(waiting.hash, given.password))
      ? ok(undefined)
      : err('current_password_wrong' as const),
  );
  if (!proved.ok) return proved;
  return retryOnConflict(deps.db, async (trx) => {
    const pending = await findPending(trx, at);
    const userId = pending?.userId ?? null;
    if (pending === null || userId === null || waiting.hash === null) return err('social_expired');
    const isStillRight = await isCurrentPassword(trx, { userId, passwordHash: waiting.hash });
    if (!isStillRight) return err('current_password_wrong');
    return agree(deps, trx, { ...pending, userId }, entrant);
  });
}

/** Sends a link to the pending address, or to the one that the user enters where the provider supplied none. */
export async function mailLink(
  deps: ConfirmDeps,
  given: { readonly token: string; readonly email: string | undefined; readonly address: string },
  { deviceId, client, now }: SignInClient,
): Promise<Result<undefined, Refusal<'validation_failed' | 'too_many_requests'> | 'social_expired'>> {
  const at = { token: given.token, deviceId, now };
  const waiting = await deps.db.transaction().execute((trx) => findPending(trx, at));
  if (waiting === null) return err('social_expired');
  const email = waiting.reason === 'email_missing' ? given.email : (waiting.email ?? undefined);
  if (email === undefined) {
    const rules = [{ rule: 'email.required', message: 'email cannot be empty' }];
    return err({ code: 'validation_failed', rules });
  }
  const reservation = await countUnverifiedMail(deps.attempts, given.address);
  if (!reservation.ok) return err({ code: 'too_many_requests', retryAfter: reservation.error });
  const retryAfter = await deps.limiter.take(`social mail ${mailboxOf(email)}`, perMailbox);
  if (retryAfter !== null) {
    await reservation.value.release();
    return err({ code: 'too_many_requests', retryAfter });
  }
  return deps.db.transaction().execute(async (trx) => {
    const pending = await findPending(trx, at);
    if (pending === null) return err('social_expired');
    const account = await confirmedAccount(trx, email);
    const link = await addLink(trx, pending, { email, userId: account?.id ?? null, now });
    const message = confirmIdentityEmail({
      ...{ provider: pending.provider, client, at: now },
      hasAccount: account !== null,
      url: `${deps.dashboardUrl}/login/social/confirm?token=${link}`,
    });
    await deps.outbox.post(trx, email, message);
    return ok(undefined);
  });
}

/**
 * Consumes an emailed link, which proves the mailbox: its account gets the identity, and where there is none, one is created. Only the
 * browser that began the sign-in may consume it, else a link that an attacker caused would sign the attacker in.
 */
export function confirmByLink(
  deps: ConfirmDeps,
  link: string,
  entrant: SignInClient,
): Promise<
  Result<
    Entered,
    'link_invalid' | 'link_used' | 'confirmation_expired' | 'social_other_browser' | EntryRefusal
  >
> {
  return retryOnConflict(deps.db, async (trx) => {
    const pending = await findMailed(trx, link);
    if (pending === undefined || pending.email === null) return err('link_invalid');
    if (pending.usedAt !== null) return err('link_used');
    if (pending.expiresAt <= entrant.now) return err('confirmation_expired');
    if (pending.deviceId !== entrant.deviceId) return err('social_other_browser');
    const { email } = pending;
    const owner = await ownerOf(trx, pending);
    const account = await confirmedAccount(trx, email);
    if (account !== null) return agree(deps, trx, { ...pending, userId: account.id }, entrant);
    if (owner !== null) return err('identity_linked_elsewhere');
    await spendPending(trx, pending.tokenHash, entrant.now);
    const { provider, issuer, subject } = pending;
    const identity = { provider, issuer, subject, email, now: entrant.now };
    const entered = await createAndSignIn(deps, trx, identity, entrant);
    return entered.ok ? ok(arrivalOf(entered.value, pending)) : entered;
  });
}

/**
 * Signs in after the owner of an account has agreed. Where the second factor is still required, the caller may have proved only the
 * password or the mailbox, so the identity is connected after that factor.
 */
async function agree(
  deps: SocialDeps,
  trx: DatabaseTransaction,
  pending: Pending & { readonly userId: string; readonly tokenHash: Buffer },
  entrant: SignInClient,
): Promise<Result<Entered, EntryRefusal>> {
  const { userId, provider, issuer, subject, email, tokenHash } = pending;
  const { client, now } = entrant;
  const owner = await ownerOf(trx, pending);
  if (owner !== null && owner !== userId) return err('identity_linked_elsewhere');
  await spendPending(trx, tokenHash, now);
  const entered = await signInWithIdentity(deps, trx, userId, entrant);
  if (!entered.ok) return entered;
  const { isLimited, tokenId } = entered.value;
  if (isLimited) await linkToSignIn(trx, tokenHash, tokenId);
  else if (owner === null) {
    const identity = { userId, provider, issuer, subject, email, now };
    await connectFree(deps, trx, identity, client);
  }
  return ok(arrivalOf(entered.value, pending));
}

function arrivalOf(
  { accessToken }: Issued,
  { redirect, opener }: Pick<Pending, 'redirect' | 'opener'>,
): Entered {
  return { accessToken, redirect, opener };
}
