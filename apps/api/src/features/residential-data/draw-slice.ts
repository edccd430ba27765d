import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { hasAccess } from '../subscription/index.ts';
import { holdAccount } from './accounts.store.ts';
import { balanceOf } from './balance.ts';
import { leftOfLimit, purseOf } from './purses.store.ts';
import { cappedSlice, sliceSize } from './slice-size.ts';
import { heldBy, insertSlice, otherDrawingPurses, sliceOfRequest } from './slices.store.ts';

export interface Draw {
  readonly gatewayId: string;
  readonly purse: string;
  /** The gateway's own name for this draw: a repeat, because the answer was lost, gets the same slice. */
  readonly request: string;
}

export interface DrawnSlice {
  readonly slice: string;
  readonly bytes: number;
}

/**
 * Gives a gateway some of the data that a purse stands for. It is out of the balance from then on, so that no two gateways can spend the
 * same bytes, however late either reports. `too_many_requests` where the gateway holds so much of this customer's that was not reported
 * as used that it has to report first.
 */
export async function drawSlice(
  deps: { readonly db: Database; readonly clock: Clock },
  { gatewayId, purse: id, request }: Draw,
): Promise<Result<DrawnSlice, 'not_found' | 'purse_empty' | 'too_many_requests'>> {
  return deps.db.transaction().execute(async (trx) => {
    const purse = await purseOf(trx, { id, gatewayId });
    const account = purse === null ? null : await holdAccount(trx, purse);
    if (purse === null || account === null) return err('not_found');
    const repeated = await sliceOfRequest(trx, { purseId: id, request });
    if (repeated !== null) return ok(repeated);
    const now = deps.clock.now();
    if (account.stoppedAt !== null || !(await hasAccess(trx, purse.userId, now))) return err('purse_empty');
    const { drawableBytes } = await balanceOf(trx, purse);
    const limit = purse.proxyUserId === null ? null : await leftOfLimit(trx, purse.proxyUserId, now);
    const remaining = Math.min(drawableBytes, limit ?? drawableBytes);
    const share = sliceSize(remaining, 1 + (await otherDrawingPurses(trx, purse)));
    if (share === 0) return err('purse_empty');
    const bytes = cappedSlice(share, remaining, await heldBy(trx, id));
    if (bytes === 0) return err('too_many_requests');
    return ok(await insertSlice(trx, { purseId: id, request, bytes, heardAt: now }));
  });
}
