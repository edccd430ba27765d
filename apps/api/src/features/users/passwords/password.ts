import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createHashing } from '../../../platform/hashing/hashing.ts';
import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { Refusal } from '../../../platform/http/requests/route.ts';
import { attemptPassword, type PasswordAttemptDeps } from './password-attempt.ts';
import { refuseTakenAddress } from '../registration/refuse-taken-address.ts';
import { lockActiveAccount } from '../users.store.ts';

/** argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** With `null` it performs a comparison of equal cost and returns false. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** Memory in KiB and passes of a hash. */
interface HashingCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/**
 * Hashes with a pepper that is not in the database. Fewer at a time than there are cores, so that many sign-ins at once slow only sign-ins.
 * Only tests give another `cost`.
 */
export function createPasswords(pepper: Uint8Array, cost: HashingCost = PASSWORD_COST): Passwords {
  const options = { ...PASSWORD_COST, ...cost, secret: pepper };
  const hashing = createHashing(Math.max(1, availableParallelism() - 1));
  const stranger = hashing.hash(randomBytes(32), options);
  return {
    hash: (password) => hashing.hash(password, options),
    async verify(stored, password) {
      const against = stored ?? (await stranger);
      const matches = await hashing.verify(against, password, options);
      return matches && stored !== null;
    },
  };
}

export type ByPasswordDeps = PasswordAttemptDeps & { readonly passwords: Passwords };

/**
 * Consumes a mailed link in a browser that is unknown to the account, after a check of the account's password. Guesses count like those of
 * a sign-in. The link is consumed in a transaction in which that password is still current.
 */
export async function byPassword<T, E>(
  deps: ByPasswordDeps,
  userId: string,
  given: { readonly password: string; readonly address: string; readonly deviceId: string | null },
  follow: (trx: DatabaseTransaction) => Promise<Result<T, E>>,
): Promise<
  Result<T, E | 'link_invalid' | 'email_taken' | 'current_password_wrong' | Refusal<'too_many_requests'>>
> {
  const { password, address, deviceId } = given;
  const account = await deps.db
    .selectFrom('users')
    .select(['email', 'passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (account === undefined) return err('link_invalid');
  const { email, passwordHash } = account;
  const proved = await attemptPassword(deps, { email, deviceId, address }, async () =>
    passwordHash !== null && (await deps.passwords.verify(passwordHash, password))
      ? ok(undefined)
      : err('current_password_wrong' as const),
  );
  if (!proved.ok) return proved;
  return refuseTakenAddress<Result<T, E | 'current_password_wrong'>>(deps.db, async (trx) => {
    // The comparison takes time: the password may have been replaced.
    const locked = await lockActiveAccount(trx, userId);
    if (locked !== null && locked.passwordHash !== passwordHash) return err('current_password_wrong');
    return follow(trx);
  });
}
