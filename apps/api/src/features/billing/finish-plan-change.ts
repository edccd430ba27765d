import { err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { OrderState } from '../../platform/database/schema.ts';
import { type Claim, lockOrder, type StoredOrder } from '../orders/index.ts';
import { believeAnswers, lockRoot, subscriptionAnswer, transactionAnswer } from '../payments/index.ts';
import type { Change, ConfirmRefusal } from './change-of-plan.ts';
import type { BillingDeps } from './deps.ts';

/** Calls the provider, and commits the outcome. `askOnly`: looks up whether the change was made, and makes none. */
export async function finishPlanChange(
  deps: BillingDeps,
  { held, change }: Change,
  { claim, askOnly }: { readonly claim: Claim; readonly askOnly: boolean },
): Promise<Result<StoredOrder, ConfirmRefusal>> {
  const { billing, db } = deps;
  const { providerSubscriptionId: id } = held;
  const priceId = change.paddlePriceId ?? '';
  const inTrial = isInTrial(change);
  const asked = await billing.subscription(id);
  if (!asked.ok) return asked;
  let present = asked.value;
  if (!present.items.some(({ price }) => price.id === priceId)) {
    if (askOnly) return ok(change);
    if (!(await claim.renew())) return err('payment_unavailable');
    const changed = await billing.changePrice(id, priceId, { inTrial });
    if (!changed.ok) {
      // Without an answer it may have been made.
      if (changed.error === 'payment_declined') await close(db, change.id, failed(changed.error));
      else if (changed.error !== 'payment_unavailable') await close(db, change.id, { state: 'draft' });
      return changed;
    }
    present = changed.value;
  }
  const made = inTrial ? ok(null) : await billing.changeTransaction(id, priceId);
  const transaction = made.ok ? made.value : null;
  return db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    await lockRoot(trx, held.orderId);
    if (transaction !== null) await moveChange(trx, change.id, { paddleTransactionId: transaction.id });
    const answers = [subscriptionAnswer(present)];
    if (transaction?.status === 'completed') answers.push(transactionAnswer(transaction));
    await believeAnswers(deps, trx, held.orderId, answers, now);
    if (inTrial) return ok(await moveChange(trx, change.id, { state: 'paid', paidAt: now }));
    const after = await lockOrder(trx, change.userId, change.id);
    return after === null ? err('not_found') : ok(after);
  });
}

/** Nothing is paid before the free days are over. */
export function isInTrial({ item }: StoredOrder): boolean {
  return item.kind === 'plan_change' && item.startsAt !== undefined;
}

export const failed = (failure: string) => ({ state: 'failed', failure }) as const;

/** Ends the wait for the provider; an order that was settled meanwhile stays as it is. */
async function close(
  db: Database,
  id: string,
  to: { readonly state: OrderState; readonly failure?: string },
): Promise<void> {
  await db.updateTable('orders').set(to).where('id', '=', id).where('state', '=', 'processing').execute();
}

export async function moveChange(
  trx: DatabaseTransaction,
  id: string,
  to: {
    readonly state?: OrderState;
    readonly provider?: 'paddle';
    readonly processingAt?: Date;
    readonly paidAt?: Date;
    readonly paddleTransactionId?: string;
  },
): Promise<StoredOrder> {
  return trx.updateTable('orders').set(to).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}
