import { err, ok, type Result } from '@comet/foundation';
import type { Refusal } from '../../platform/http/route.ts';
import { issueAccessToken } from './access-tokens.store.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { Passwords } from './password.ts';
import { insertUser } from './users.store.ts';
import { postVerification, type VerificationDeps } from './verification.ts';

/** Always makes a new, unconfirmed account and signs in to it: the answer is the same whoever else uses the address. */
export async function signUp(
  deps: VerificationDeps & { readonly passwords: Passwords },
  given: { readonly email: string; readonly password: string; readonly deviceId: string | null },
): Promise<Result<{ readonly accessToken: string }, Refusal<'validation_failed'>>> {
  if (isCommonPassword(given.password, given.email)) {
    const message = 'This password is too easy to guess';
    return err({ code: 'validation_failed', rules: [{ rule: 'password.too_common', message }] });
  }
  const passwordHash = await deps.passwords.hash(given.password);
  const accessToken = await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const id = await insertUser(trx, { email: given.email, passwordHash, now });
    await postVerification(deps, trx, { id, email: given.email });
    const session = {
      userId: id,
      deviceId: given.deviceId,
      method: 'sign_up',
      isLimited: false,
      now,
    } as const;
    return issueAccessToken(trx, session);
  });
  return ok({ accessToken });
}
