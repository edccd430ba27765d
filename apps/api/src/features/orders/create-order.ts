import { type Clock, ok, type Result } from '@comet/foundation';
import type { HashMailbox } from '../../platform/keys/mailbox-hash.ts';
import type { Database } from '../../platform/database/database.ts';
import { type DraftRefusal, draftOf, type OrderRequest } from './draft.ts';
import { lockDrafts, storeDraft, type StoredOrder } from './orders.store.ts';

/**
 * Drafts an order: returns what would be paid, and charges nothing. It replaces an earlier draft of the same kind; one with
 * the same contents and price is opened again.
 */
export async function createOrder(
  deps: { readonly db: Database; readonly clock: Clock; readonly hashMailbox: HashMailbox },
  given: { readonly userId: string; readonly request: OrderRequest },
): Promise<Result<StoredOrder, DraftRefusal>> {
  const now = deps.clock.now();
  const { userId, request } = given;
  return deps.db.transaction().execute(async (trx) => {
    await lockDrafts(trx, userId);
    const draft = await draftOf(trx, request, { userId, now, hashMailbox: deps.hashMailbox });
    if (!draft.ok) return draft;
    const couponCode = request.kind === 'subscription' ? (request.couponCode ?? null) : null;
    return ok(await storeDraft(trx, { ...draft.value, userId, couponCode, now }));
  });
}
