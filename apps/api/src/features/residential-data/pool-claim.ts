import type { ExitClaim } from '@comet/admission';
import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { anyCity } from '../exits/index.ts';
import { lockDataAccount } from './accounts.store.ts';
import { balanceOf } from './balance.ts';
import { quotaAccountsAt } from './quota-accounts.store.ts';

type PoolClaim = Extract<ExitClaim, { kind: 'pool' }>;

/**
 * Returns the exit claim of a ticket for a session through a residential location: an exit of that location, and for a metered one the
 * quota account on this gateway. Refused for every account whose spending is stopped, paid or not. `not_found` where the location is of
 * another type; the account must have access.
 */
export async function poolClaim(
  trx: DatabaseTransaction,
  {
    userId,
    gatewayId,
    location,
  }: { readonly userId: string; readonly gatewayId: string; readonly location: string },
): Promise<Result<PoolClaim, 'not_found' | 'residential_data_required' | 'spending_stopped'>> {
  const found = await trx
    .selectFrom('locations')
    .select(['code', 'type'])
    .where('code', '=', location)
    .where('type', 'in', ['native_residential', 'residential'])
    .executeTakeFirst();
  if (found === undefined) return err('not_found');
  // A location's code begins with its country and city: `us-nyc-home`.
  const [country = '', city = anyCity] = found.code.split('-');
  const wanted = { country: country.toUpperCase(), city: city === anyCity ? null : city };
  const claim = { kind: 'pool', ...wanted } as const;
  const owner = { userId, product: 'residential_vpn' } as const;
  const account = await lockDataAccount(trx, owner);
  if (account === null) return err('residential_data_required');
  // Locked until the ticket is issued: stopping it afterwards revokes with a later time.
  if (account.stoppedAt !== null) return err('spending_stopped');
  if (found.type === 'residential') return ok({ ...claim, use: 'shared', purse: null, whenEmpty: 'block' });
  // A session that continues without data must also be renewable without data; its gateway requests quota repeatedly, and returns it to
  // the exit once there is some. A new session without data is refused, and the client reports that.
  const goesOn = account.whenEmpty === 'standard' || (await balanceOf(trx, owner)).availableBytes > 0;
  if (!goesOn) return err('residential_data_required');
  const quotaAccounts = await quotaAccountsAt(trx, { ...owner, proxyUserId: null }, [gatewayId]);
  const quotaAccount = quotaAccounts.get(gatewayId);
  if (quotaAccount === undefined) return err('not_found');
  return ok({ ...claim, use: 'native', purse: quotaAccount, whenEmpty: account.whenEmpty });
}
