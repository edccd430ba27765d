import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { SignInMethod } from '../../../platform/database/schema.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import { recordSignInNotice } from '../../sign-in-notices/index.ts';
import { issueAccessToken, type Issued, type SigningIn } from './access-tokens.store.ts';
import { storeDevice } from '../devices/known-devices.store.ts';
import { isTrustedDevice } from '../devices/trusted-devices.store.ts';
import { type AccountAtSignIn, lockForSignIn } from '../users.store.ts';

/** Methods that require the second factor where it is on. The others have verified it already, or combine two factors. */
const secondFactorMethods: ReadonlySet<SignInMethod> = new Set(['password', 'social']);

/** Methods without a sign-in notice: the account's first session, and an approval that has its own email. */
const needsNoNotice: ReadonlySet<SignInMethod> = new Set(['sign_up', 'quick_login']);

/** Why an authenticated user gets no session. */
export type SignInRefusal = 'account_deleted' | 'account_banned';

export interface SignInDeps {
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/**
 * Starts a session for an authenticated user. With two-factor on, the token is limited until the second factor is given, except on a
 * trusted device. The account's row is locked, here or by the caller before. The owner is notified by email of a new device.
 */
export async function signIn(
  deps: SignInDeps,
  trx: DatabaseTransaction,
  signingIn: SigningIn,
  locked?: AccountAtSignIn,
): Promise<Result<Issued, SignInRefusal>> {
  const account = locked ?? (await lockForSignIn(trx, signingIn.userId));
  if (account === null || account.deletedAt !== null) return err('account_deleted');
  if (account.bannedAt !== null) return err('account_banned');
  const isRequired = account.twoFactorEnabledAt !== null && secondFactorMethods.has(signingIn.method);
  const isLimited = isRequired && !(await isTrustedDevice(trx, signingIn));
  // A passkey combines both factors.
  const secondFactorAt = signingIn.method === 'passkey' ? signingIn.now : null;
  const issued = await issueAccessToken(trx, { ...signingIn, isLimited, secondFactorAt });
  // A limited session is not a completed sign-in yet.
  if (!isLimited) {
    await recordDevice(deps, trx, { ...signingIn, passedSecondFactor: secondFactorAt !== null }, account);
  }
  return ok(issued);
}

/**
 * Stores the device of a completed sign-in, and notifies the owner when it is new. An unconfirmed mailbox may belong to another person and
 * gets no mail.
 */
export async function recordDevice(
  deps: SignInDeps,
  trx: DatabaseTransaction,
  signingIn: SigningIn & { readonly passedSecondFactor?: boolean },
  account: { readonly email: string; readonly verifiedAt: Date | null },
): Promise<void> {
  const { deviceId, method } = signingIn;
  const isNew = deviceId === null || (await storeDevice(trx, { ...signingIn, deviceId }));
  if (!isNew || needsNoNotice.has(method) || account.verifiedAt === null) return;
  await recordSignInNotice(deps, trx, { ...signingIn, email: account.email });
}
