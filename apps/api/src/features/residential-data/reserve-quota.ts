import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { hasAccess } from '../subscription/index.ts';
import { lockDataAccount } from './accounts.store.ts';
import { balanceOf } from './balance.ts';
import { leftOfLimit, ownerOfGrant, quotaAccountAt, quotaAccountOf } from './quota-accounts.store.ts';
import { cappedQuotaLease, quotaLeaseSize } from './quota-lease-size.ts';
import {
  heldBy,
  insertQuotaLease,
  otherDrawingQuotaAccounts,
  quotaLeaseOfRequest,
} from './quota-leases.store.ts';

export interface Draw {
  readonly gatewayId: string;
  /** A quota account of the gateway, or a grant of all gateways whose quota account on this gateway is created where it is missing. */
  readonly quotaAccount: string;
  /** The gateway's idempotency key: a retry after a lost response gets the same lease. */
  readonly request: string;
}

export interface DrawnQuotaLease {
  readonly slice: string;
  readonly bytes: number;
}

/**
 * Leases data of a quota account to a gateway. It leaves the balance at once, so that no two gateways can use the same bytes, however late
 * their reports are. `too_many_requests` where the gateway holds so much unreported data of this customer that it must report first.
 */
export async function reserveQuota(
  deps: { readonly db: Database; readonly clock: Clock },
  { gatewayId, quotaAccount: given, request }: Draw,
): Promise<Result<DrawnQuotaLease, 'not_found' | 'purse_empty' | 'too_many_requests'>> {
  return deps.db.transaction().execute(async (trx) => {
    const named = await quotaAccountOf(trx, { id: given, gatewayId });
    const owner = named ?? (await ownerOfGrant(trx, given));
    const account = owner === null ? null : await lockDataAccount(trx, owner);
    if (owner === null || account === null) return err('not_found');
    const quotaAccount = named ?? (await quotaAccountAt(trx, owner, gatewayId));
    const { id } = quotaAccount;
    const repeated = await quotaLeaseOfRequest(trx, { quotaAccountId: id, request });
    if (repeated !== null) return ok(repeated);
    const now = deps.clock.now();
    if (account.stoppedAt !== null || !(await hasAccess(trx, quotaAccount.userId, now)))
      return err('purse_empty');
    const { drawableBytes } = await balanceOf(trx, quotaAccount);
    const limit =
      quotaAccount.proxyUserId === null ? null : await leftOfLimit(trx, quotaAccount.proxyUserId, now);
    const remaining = Math.min(drawableBytes, limit ?? drawableBytes);
    const share = quotaLeaseSize(remaining, 1 + (await otherDrawingQuotaAccounts(trx, quotaAccount)));
    if (share === 0) return err('purse_empty');
    const bytes = cappedQuotaLease(share, remaining, await heldBy(trx, id));
    if (bytes === 0) return err('too_many_requests');
    return ok(await insertQuotaLease(trx, { quotaAccountId: id, request, bytes, reportedAt: now }));
  });
}
