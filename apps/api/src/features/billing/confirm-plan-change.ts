import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { OrderState } from '../../platform/database/schema.ts';
import type { ChangeFailure } from '../../platform/paddle/billing.ts';
import { lockOrder, type StoredOrder } from '../orders/index.ts';
import { believeAnswers, subscriptionAnswer, transactionAnswer } from '../payments/index.ts';
import { addedFreeMonths, givenFreeMonths } from '../subscription/index.ts';
import type { BillingDeps } from './deps.ts';
import { type Held, type HeldRefusal, holdSubscription } from './hold-subscription.ts';
import { type ChangeRefusal, changeRefusal } from './may-change.ts';

export type ConfirmRefusal =
  | 'not_found'
  | 'order_not_payable'
  | 'plan_change_under_way'
  | HeldRefusal
  | ChangeRefusal
  | ChangeFailure<'subscription_locked' | 'payment_declined'>;

interface Given {
  readonly userId: string;
  readonly orderId: string;
}

/**
 * Changes a plan as drafted. The order is `processing` before the provider hears of it, so that a process that dies meanwhile leaves
 * something to be asked about; a call for an order that is under way asks first, and changes only what was not changed.
 */
export async function confirmPlanChange(
  deps: BillingDeps,
  given: Given,
): Promise<Result<StoredOrder, ConfirmRefusal>> {
  const begun = await deps.db.transaction().execute((trx) => begin(deps, trx, given));
  if (!begun.ok || begun.value.state === 'paid') return begun;
  return deps.db.transaction().execute((trx) => finishPlanChange(deps, trx, given));
}

async function begin(
  deps: BillingDeps,
  trx: DatabaseTransaction,
  given: Given,
): Promise<Result<StoredOrder, ConfirmRefusal>> {
  const now = deps.clock.now();
  const found = await changeOf(deps, trx, given, now);
  if (!found.ok || found.value.change.state !== 'draft') return found.ok ? ok(found.value.change) : found;
  const { held, change } = found.value;
  const { item } = change;
  const refusal = item.kind === 'plan_change' ? changeRefusal(held.subscription, item) : 'plan_unchanged';
  if (refusal !== null) return err(refusal);
  // What was drafted while free days ran costs something once they are over.
  if (isInTrial(change) !== (held.subscription.state === 'trialing')) return err('order_not_payable');
  // Another change since the draft was made may have given the free months that it shows.
  const months = await givenFreeMonths(trx, held.subscription.id);
  if (item.kind === 'plan_change' && item.freeMonths !== undefined) {
    if (addedFreeMonths({ freeMonths: item.freeMonths }, months) !== item.addedFreeMonths) {
      return err('order_not_payable');
    }
  }
  const other = await trx
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', given.userId)
    .where('kind', '=', 'plan_change')
    .where('state', '=', 'processing')
    .executeTakeFirst();
  if (other !== undefined) return err('plan_change_under_way');
  return ok(await move(trx, change.id, { state: 'processing', provider: 'paddle', processingAt: now }));
}

/** Does the part with the provider. `askOnly` looks whether the change was made, and makes none. */
export async function finishPlanChange(
  deps: BillingDeps,
  trx: DatabaseTransaction,
  given: Given,
  askOnly = false,
): Promise<Result<StoredOrder, ConfirmRefusal>> {
  const now = deps.clock.now();
  const found = await changeOf(deps, trx, given, now);
  if (!found.ok) return found;
  const { held, change } = found.value;
  const { paddlePriceId: priceId } = change;
  if (change.state !== 'processing' || priceId === null) return ok(change);
  const asked = await deps.billing.subscription(held.providerSubscriptionId);
  if (!asked.ok) return asked;
  let present = asked.value;
  if (!present.items.some(({ price }) => price.id === priceId)) {
    if (askOnly) return ok(change);
    const inTrial = isInTrial(change);
    const changed = await deps.billing.changePrice(held.providerSubscriptionId, priceId, { inTrial });
    if (!changed.ok) {
      // Whether it was made is not known when nobody answers.
      if (changed.error === 'payment_declined') await move(trx, change.id, failed(changed.error));
      else if (changed.error !== 'payment_unavailable') await move(trx, change.id, { state: 'draft' });
      return changed;
    }
    present = changed.value;
  }
  if (isInTrial(change)) {
    await believeAnswers(deps, trx, held.orderId, [subscriptionAnswer(present)], now);
    return ok(await move(trx, change.id, { state: 'paid', paidAt: now }));
  }
  const made = await deps.billing.changeTransaction(held.providerSubscriptionId, priceId);
  const transaction = made.ok ? made.value : null;
  if (transaction !== null) await move(trx, change.id, { paddleTransactionId: transaction.id });
  const answers = [subscriptionAnswer(present)];
  if (transaction !== null && transaction.status === 'completed')
    answers.push(transactionAnswer(transaction));
  await believeAnswers(deps, trx, held.orderId, answers, now);
  const after = await lockOrder(trx, given.userId, change.id);
  return after === null ? err('not_found') : ok(after);
}

/** Nothing is paid before the free days are over. */
function isInTrial({ item }: StoredOrder): boolean {
  return item.kind === 'plan_change' && item.startsAt !== undefined;
}

/** The change with its subscription, both locked. */
async function changeOf(
  deps: BillingDeps,
  trx: DatabaseTransaction,
  given: Given,
  now: Date,
): Promise<Result<{ readonly held: Held; readonly change: StoredOrder }, ConfirmRefusal>> {
  const known = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', given.orderId)
    .where('userId', '=', given.userId)
    .where('kind', '=', 'plan_change')
    .executeTakeFirst();
  if (known === undefined) return err('not_found');
  const held = await holdSubscription(trx, given.userId, now);
  if (!held.ok) return held;
  const change = await lockOrder(trx, given.userId, given.orderId);
  if (change === null || change.item.kind !== 'plan_change') return err('not_found');
  const isOpen = change.state === 'draft' || change.state === 'processing' || change.state === 'paid';
  if (!isOpen || change.item.subscriptionId !== held.value.subscription.id) return err('order_not_payable');
  return ok({ held: held.value, change });
}

export const failed = (failure: string) => ({ state: 'failed', failure }) as const;

async function move(
  trx: DatabaseTransaction,
  id: string,
  to: {
    readonly state?: OrderState;
    readonly failure?: string;
    readonly provider?: 'paddle';
    readonly processingAt?: Date;
    readonly paidAt?: Date;
    readonly paddleTransactionId?: string;
  },
): Promise<StoredOrder> {
  return trx.updateTable('orders').set(to).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}
