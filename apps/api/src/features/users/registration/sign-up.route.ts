import { api } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import { queueRetrySeconds } from '../../../platform/http/authentication/attempts.ts';
import { route, type Refusal } from '../../../platform/http/requests/route.ts';
import { countUnverifiedMail } from '../../../platform/mail/unverified-mail.ts';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
import type { Passwords } from '../passwords/password.ts';
import { issueAccessToken, type SigningIn } from '../sessions/access-tokens.store.ts';
import { recordDevice } from '../sessions/sign-in.ts';
import { insertUser } from '../users.store.ts';
import { queueVerificationEmail, countVerificationMail, type VerificationDeps } from './verification.ts';

/**
 * Always creates a new, unconfirmed account and signs in to it: the response is the same whether or not other accounts use the address. A
 * mailbox that has reached its mail limit gets no mail; the owner can request one later. A source that caused mail to too many mailboxes is
 * refused.
 */
export async function signUp(
  deps: VerificationDeps & { readonly passwords: Passwords },
  given: { readonly email: string; readonly password: string; readonly address: string } & Pick<
    SigningIn,
    'deviceId' | 'client'
  >,
): Promise<Result<{ readonly accessToken: string }, Refusal<'validation_failed' | 'too_many_requests'>>> {
  const common = refuseCommonPassword(given.password, given.email);
  if (common !== null) return err(common);
  const { attempts } = deps;
  // Sign-ins share the queue, which registrations must not fill.
  if (attempts.isCrowded('newcomer'))
    return err({ code: 'too_many_requests', retryAfter: queueRetrySeconds });
  const reservation = await countUnverifiedMail(attempts, given.address);
  if (!reservation.ok) return err({ code: 'too_many_requests', retryAfter: reservation.error });
  const passwordHash = await attempts.spend(() => deps.passwords.hash(given.password));
  const mayWrite = await countVerificationMail(deps, given.email);
  // Registrations that cause no mail must not count towards the shared total.
  if (!mayWrite.ok) await reservation.value.release();
  const { accessToken } = await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const id = await insertUser(trx, { email: given.email, passwordHash, now });
    if (mayWrite.ok) await queueVerificationEmail(deps, trx, { id, email: given.email });
    const { deviceId, client } = given;
    const signingIn = { userId: id, deviceId, client, method: 'sign_up', now } as const;
    await recordDevice(deps, trx, signingIn, { email: given.email, verifiedAt: null });
    return issueAccessToken(trx, { ...signingIn, isLimited: false });
  });
  return ok({ accessToken });
}

export const signUpRoute = (deps: Parameters<typeof signUp>[0]) =>
  route(api.signUp, ({ body, address, deviceId, client }) =>
    signUp(deps, { ...body, address, deviceId, client }),
  );
