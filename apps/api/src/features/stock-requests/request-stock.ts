import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import type { Refusal } from '../../platform/http/requests/route.ts';
import { lockActiveAccount } from '../users/index.ts';
import { insertStockRequest, type StockKind, stockRequestsOf } from './stock-requests.store.ts';

export interface StockRequestDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
}

/** Open requests of an account. */
const maxOpenRequests = 50;

/** Requests of an account, each of which may cause an email. */
const perAccount = { calls: 60, seconds: 24 * 3600 };

/**
 * Stores a request for an email. Requires a confirmed address: others may be a stranger's. The account is locked, so that concurrent
 * requests count each other and none is stored after the account was deleted.
 */
export async function requestStock(
  { db, clock, limiter }: StockRequestDeps,
  caller: Pick<SignedInUser, 'id'>,
  kind: StockKind,
): Promise<
  Result<
    undefined,
    'email_unverified' | 'stock_request_limit_reached' | 'conflict' | Refusal<'too_many_requests'>
  >
> {
  const retryAfter = await limiter.take(`stock-request ${caller.id}`, perAccount);
  if (retryAfter !== null) return err({ code: 'too_many_requests', retryAfter });
  return db.transaction().execute(async (trx) => {
    const account = await lockActiveAccount(trx, caller.id);
    if (account === null) return err('conflict');
    if (account.verifiedAt === null) return err('email_unverified');
    const open = await stockRequestsOf(trx, caller.id);
    const isKnown = open.some(({ product, country }) => product === kind.product && country === kind.country);
    if (!isKnown && open.length >= maxOpenRequests) return err('stock_request_limit_reached');
    await insertStockRequest(trx, { ...kind, userId: caller.id, now: clock.now() });
    return ok(undefined);
  });
}
