import type { Sealer } from '../../platform/keys/seal.ts';
import type { ReadCredentials } from '../grants/index.ts';

/** Reads the pairs of some accounts, with the accounts locked so that their pairs cannot change meanwhile. */
export function readCredentials(sealer: Sealer): ReadCredentials {
  return async (trx, after, limit) => {
    const accounts = await trx
      .selectFrom('users')
      .innerJoin('openvpnCredentials', 'openvpnCredentials.userId', 'users.id')
      .select('users.id')
      .where('users.id', '>', after)
      .orderBy('users.id')
      .limit(limit)
      .forShare('users')
      .execute();
    if (accounts.length === 0) return [];
    // Read after the lock: a pair replaced during the wait is read in its new version.
    const pairs = await trx
      .selectFrom('openvpnCredentials')
      .select(['userId', 'username', 'sealedPassword'])
      .where(
        'userId',
        'in',
        accounts.map(({ id }) => id),
      )
      .orderBy('userId')
      .execute();
    return pairs.map(({ sealedPassword, ...pair }) => ({
      ...pair,
      password: String(sealer.open(sealedPassword)),
    }));
  };
}
