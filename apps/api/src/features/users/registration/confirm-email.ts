import { type Clock, err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import type { Refusal } from '../../../platform/http/requests/route.ts';
import {
  type FollowedLink,
  followEmailLink,
  type LinkRefusal,
  readEmailLink,
} from '../../email-links/index.ts';
import type { SigningIn } from '../sessions/access-tokens.store.ts';
import { byPassword, type ByPasswordDeps } from '../passwords/password.ts';
import { isKnownDeviceOf } from '../devices/known-devices.store.ts';
import { signIn, type SignInDeps, type SignInRefusal } from '../sessions/sign-in.ts';
import { refuseTakenAddress } from './refuse-taken-address.ts';

interface ConfirmDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export type ConfirmElsewhereDeps = ConfirmDeps & ByPasswordDeps & SignInDeps;

const linkOf = (token: string, { clock }: ConfirmDeps): FollowedLink => ({
  ...{ token, purpose: 'verify' },
  now: clock.now(),
});

/**
 * Consumes a link once, on a device that has signed in to the account. Anyone can register with any address: the owner of the mailbox who
 * opens the link must not confirm a stranger's account, so another browser needs the password. Where another account confirmed the address
 * meanwhile, the link is not consumed.
 */
export function confirmEmail(
  deps: ConfirmDeps,
  given: { readonly token: string; readonly deviceId: string | null },
): Promise<
  Result<{ readonly email: string }, LinkRefusal | 'email_taken' | 'verification_password_required'>
> {
  const followed = linkOf(given.token, deps);
  return refuseTakenAddress(deps.db, async (trx) => {
    const link = await readEmailLink(trx, followed);
    if (!link.ok) return link;
    const { userId } = link.value;
    const account = await accountOf(trx, userId);
    // For a confirmed account a second link has no effect.
    const isSettled = account === null || account.verifiedAt !== null;
    if (isSettled || (await isKnownDeviceOf(trx, userId, given.deviceId))) return follow(trx, followed);
    return err('verification_password_required');
  });
}

/** Consumes a link on any device, with the account's password, and signs in. Guesses count like those of a login. */
export async function confirmElsewhere(
  deps: ConfirmElsewhereDeps,
  given: { readonly token: string; readonly password: string; readonly address: string },
  by: Pick<SigningIn, 'deviceId' | 'client'>,
): Promise<
  Result<
    { readonly email: string; readonly accessToken: string },
    LinkRefusal | SignInRefusal | 'email_taken' | 'current_password_wrong' | Refusal<'too_many_requests'>
  >
> {
  const followed = linkOf(given.token, deps);
  const link = await readEmailLink(deps.db, followed);
  if (!link.ok) return link;
  const { userId } = link.value;
  const guesser = { ...given, deviceId: by.deviceId };
  return byPassword(deps, userId, guesser, async (trx) => {
    const confirmed = await follow(trx, followed);
    if (!confirmed.ok) return confirmed;
    const signingIn = { ...by, userId, method: 'password', now: followed.now } as const;
    const signedIn = await signIn(deps, trx, signingIn);
    if (!signedIn.ok) return signedIn;
    return ok({ email: confirmed.value.email, accessToken: signedIn.value.accessToken });
  });
}

/** Deletes an unconfirmed account at the request of the mailbox's owner. The account has no purchases, so nothing is lost. */
export function disown(deps: ConfirmDeps, token: string): Promise<Result<undefined, LinkRefusal>> {
  return deps.db.transaction().execute(async (trx) => {
    const link = await followEmailLink(trx, linkOf(token, deps));
    if (!link.ok) return link;
    const { numDeletedRows } = await trx
      .deleteFrom('users')
      .where('id', '=', link.value.userId)
      .where('verifiedAt', 'is', null)
      .executeTakeFirst();
    return numDeletedRows > 0n ? ok(undefined) : err('link_used');
  });
}

async function accountOf(db: Database | DatabaseTransaction, userId: string) {
  const account = await db
    .selectFrom('users')
    .select('verifiedAt')
    .where('id', '=', userId)
    .executeTakeFirst();
  return account ?? null;
}

async function follow(
  trx: DatabaseTransaction,
  followed: FollowedLink,
): Promise<Result<{ readonly email: string }, LinkRefusal>> {
  const link = await followEmailLink(trx, followed);
  if (!link.ok) return link;
  const { email } = await trx
    .updateTable('users')
    .set({ verifiedAt: sql<Date>`coalesce(verified_at, ${followed.now})` })
    .where('id', '=', link.value.userId)
    .returning('email')
    .executeTakeFirstOrThrow();
  return ok({ email });
}
