import { err, ok, type Result } from '@comet/foundation';
import type { Refusal } from '../../platform/http/route.ts';
import { type Passwords, refuseCommonPassword } from '../users/index.ts';
import type { AccountPasswords } from './passwords.store.ts';

const usedBefore: Refusal<'validation_failed'> = {
  code: 'validation_failed',
  rules: [{ rule: 'password.used_before', message: 'The new password must differ from earlier ones' }],
};

/**
 * The hash of a password that an account may take, or the rule that it breaks. It is compared with every one of the last five whether
 * or not one matched already. Done before the account is locked: hashing waits its turn, and nobody should wait for that with a lock.
 */
export async function choosePassword(
  passwords: Passwords,
  account: AccountPasswords,
  password: string,
): Promise<Result<string, Refusal<'validation_failed'>>> {
  const common = refuseCommonPassword(password, account.email);
  if (common !== null) return err(common);
  const earlier = account.present === null ? account.former : [account.present, ...account.former];
  const matches = await Promise.all(earlier.map((stored) => passwords.verify(stored, password)));
  return matches.includes(true) ? err(usedBefore) : ok(await passwords.hash(password));
}
