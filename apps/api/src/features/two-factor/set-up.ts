import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { Refusal } from '../../platform/http/requests/route.ts';
import { storeDevice } from '../users/index.ts';
import { queueActivationEmail } from './activation.ts';
import type { TwoFactorDeps } from './deps.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-code.ts';
import { newSecret, otpauthUri, stepOf, openSecret, sealSecret } from './totp.ts';
import {
  type Account,
  insertSetUp,
  lockAccount,
  lockSetUp,
  replaceRecoveryCodes,
  updateSetUp,
} from './two-factor.store.ts';

type Busy = 'two_factor_on' | 'conflict';

/** Creates a secret for an authenticator app. It has no effect before its first code and the activation link. */
export async function generate(
  deps: TwoFactorDeps,
  user: SignedInUser,
): Promise<Result<{ readonly secret: string; readonly otpauthUri: string }, Busy | 'email_unverified'>> {
  // The activation link goes to this mailbox, which must be verified as the user's own.
  if (!user.emailVerified) return err('email_unverified');
  const secret = newSecret();
  return deps.db.transaction().execute(async (trx) => {
    const account = await accountToSetUp(trx, user.id);
    if (!account.ok) return account;
    const sealedSecret = sealSecret(deps.sealer, user.id, secret);
    await insertSetUp(trx, { userId: user.id, sealedSecret, now: deps.clock.now() });
    return ok({ secret, otpauthUri: otpauthUri(secret, account.value.email) });
  });
}

/**
 * Verifies the first code, mails the activation link and returns the recovery codes. They are returned now, to the person at the screen and
 * before two-factor is on: the link may be opened on any device or by a mail scanner.
 */
export async function enable(
  deps: TwoFactorDeps,
  given: { readonly user: SignedInUser; readonly deviceId: string | null; readonly code: string },
): Promise<
  Result<{ readonly recoveryCodes: string[] }, Busy | 'two_factor_not_begun' | 'two_factor_code_wrong'>
> {
  const { user, deviceId, code } = given;
  return deps.db.transaction().execute(async (trx) => {
    const account = await accountToSetUp(trx, user.id);
    if (!account.ok) return account;
    const setUp = await lockSetUp(trx, user.id);
    if (setUp === null) return err('two_factor_not_begun');
    const now = deps.clock.now();
    const step = stepOf(code, openSecret(deps.sealer, user.id, setUp.sealedSecret), now);
    if (step === null || step <= setUp.lastUsedStep) return err('two_factor_code_wrong');
    await updateSetUp(trx, user.id, { lastUsedStep: step, codeCheckedAt: now });
    if (deviceId !== null) {
      await storeDevice(trx, { userId: user.id, deviceId, now, passedSecondFactor: true });
    }
    const codes = newRecoveryCodes();
    const hashes = codes.map((one) => hashOfRecoveryCode(deps.pepper, user.id, one));
    await replaceRecoveryCodes(trx, user.id, hashes);
    await queueActivationEmail(deps, trx, account.value, setUp.setupId);
    return ok({ recoveryCodes: [...codes] });
  });
}

/** Emails to one mailbox in an hour. Each contains a link that works. */
const activationMails = { calls: 10, seconds: 3600 };

/** Mails another link; earlier ones stay valid until one of them is used. */
export async function resend(
  deps: TwoFactorDeps,
  user: SignedInUser,
): Promise<Result<undefined, Busy | 'two_factor_not_begun' | Refusal<'too_many_requests'>>> {
  const retryAfter = await deps.limiter.take(`two-factor mail to ${user.id}`, activationMails);
  if (retryAfter !== null) return err({ code: 'too_many_requests', retryAfter });
  return deps.db.transaction().execute(async (trx) => {
    const account = await accountToSetUp(trx, user.id);
    if (!account.ok) return account;
    const setUp = await lockSetUp(trx, user.id);
    if (setUp === null || setUp.codeCheckedAt === null) return err('two_factor_not_begun');
    await queueActivationEmail(deps, trx, account.value, setUp.setupId);
    return ok(undefined);
  });
}

async function accountToSetUp(trx: DatabaseTransaction, userId: string): Promise<Result<Account, Busy>> {
  const account = await lockAccount(trx, userId, 'change');
  // The account was deleted during this request.
  if (account === null) return err('conflict');
  return account.enabledAt === null ? ok(account) : err('two_factor_on');
}
