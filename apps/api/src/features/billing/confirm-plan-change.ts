import { err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import type { DatabaseTransaction, Database } from '../../platform/database/database.ts';
import type { OrderState } from '../../platform/database/schema.ts';
import {
  alreadyDone,
  type StoredOrder,
  toCall,
  withOrderClaim,
  type Claim,
  lockOrder,
} from '../orders/index.ts';
import { applyProviderEvents, lockRoot, subscriptionEvent, transactionEvent } from '../payments/index.ts';
import { addedFreeMonths, givenFreeMonths } from '../subscription/index.ts';
import { type Change, changeOf, type ConfirmRefusal, type Given, changeRefusal } from './change-of-plan.ts';
import type { BillingDeps } from './deps.ts';

/** Calls the provider and commits the outcome. With `lookUpOnly`, only looks up whether the change was made. */
async function finishPlanChange(
  deps: BillingDeps,
  { held, change }: Change,
  { claim, lookUpOnly }: { readonly claim: Claim; readonly lookUpOnly: boolean },
): Promise<Result<StoredOrder, ConfirmRefusal>> {
  const { billing, db } = deps;
  const { providerSubscriptionId: id } = held;
  const priceId = change.paddlePriceId ?? '';
  const inTrial = isInTrial(change);
  const lookup = await billing.subscription(id);
  if (!lookup.ok) return lookup;
  let present = lookup.value;
  if (!present.items.some(({ price }) => price.id === priceId)) {
    if (lookUpOnly) return ok(change);
    if (!(await claim.renew())) return err('payment_unavailable');
    const changed = await billing.changePrice(id, priceId, { inTrial });
    if (!changed.ok) {
      // Without a response the change may have been made.
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
    const responses = [subscriptionEvent(present)];
    if (transaction?.status === 'completed') responses.push(transactionEvent(transaction));
    await applyProviderEvents(deps, trx, held.orderId, responses, now);
    if (inTrial) return ok(await moveChange(trx, change.id, { state: 'paid', paidAt: now }));
    const after = await lockOrder(trx, change.userId, change.id);
    return after === null ? err('not_found') : ok(after);
  });
}

/** Nothing is paid before the free days are over. */
function isInTrial({ item }: StoredOrder): boolean {
  return item.kind === 'plan_change' && item.startsAt !== undefined;
}

const failed = (failure: string) => ({ state: 'failed', failure }) as const;

/** Ends the processing of the order; an order that was settled meanwhile stays as it is. */
async function close(
  db: Database,
  id: string,
  to: { readonly state: OrderState; readonly failure?: string },
): Promise<void> {
  await db.updateTable('orders').set(to).where('id', '=', id).where('state', '=', 'processing').execute();
}

async function moveChange(
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

const gracePeriodMs = 2 * 60 * 1000;

const giveUpMs = 30 * 60 * 1000;

/** Looks up plan changes with an unknown outcome at the provider. A change that was not made becomes `failed`. */
export async function reconcilePlanChanges(deps: BillingDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  const open = await deps.db
    .selectFrom('orders')
    .select(['id', 'userId', 'processingAt'])
    .where('kind', '=', sql.lit('plan_change' as const))
    .where('state', '=', sql.lit('processing' as const))
    .where('paddleTransactionId', 'is', null)
    .where('processingAt', '<', new Date(now - gracePeriodMs))
    .orderBy('processingAt')
    .limit(100)
    .execute();
  for (const { id: orderId, userId, processingAt } of open) {
    const lookup = await lookUpPlanChange(deps, { userId, orderId });
    const isOpen =
      lookup.ok && lookup.value.state === 'processing' && lookup.value.paddleTransactionId === null;
    // Without a subscription there is no plan to change.
    const isGone = !lookup.ok && lookup.error === 'subscription_required';
    if (!(isGone || isOpen) || now - Number(processingAt) < giveUpMs) continue;
    await deps.db
      .updateTable('orders')
      .set(failed('not_made'))
      .where('id', '=', orderId)
      .where('state', '=', 'processing')
      .execute();
  }
}

/**
 * Changes a plan as drafted. The order is `processing` before the provider is called, so that `reconcilePlanChanges` finds it if the
 * process dies during the call. A repeat looks the subscription up first, and changes it only if the change was not made.
 */
export function confirmPlanChange(
  deps: BillingDeps,
  given: Given,
): Promise<Result<StoredOrder, ConfirmRefusal>> {
  return withChange(deps, given, (trx, found) => begin(deps, trx, given, found), false);
}

/** Looks up at the provider whether a started change was made; makes no change. */
function lookUpPlanChange(deps: BillingDeps, given: Given): Promise<Result<StoredOrder, ConfirmRefusal>> {
  return withChange(deps, given, (_, { change }) => Promise.resolve(ok(change)), true);
}

/** Claims the subscription's own order, so that changes of one subscription do not overlap. */
function withChange(
  deps: BillingDeps,
  given: Given,
  begin: (trx: DatabaseTransaction, found: Change) => Promise<Result<StoredOrder, ConfirmRefusal>>,
  lookUpOnly: boolean,
): Promise<Result<StoredOrder, ConfirmRefusal>> {
  return withOrderClaim<Change, Change, StoredOrder, ConfirmRefusal>(deps.db, {
    lock: (trx) => changeOf(deps, trx, given, deps.clock.now()),
    async begin(trx, found) {
      const begun = await begin(trx, found);
      if (!begun.ok) return begun;
      const isOpen = begun.value.state === 'processing' && begun.value.paddlePriceId !== null;
      return isOpen ? toCall({ ...found, change: begun.value }) : alreadyDone(begun.value);
    },
    work: (found, claim) => finishPlanChange(deps, found, { claim, lookUpOnly }),
  });
}

async function begin(
  deps: BillingDeps,
  trx: DatabaseTransaction,
  given: Given,
  { held, change }: Change,
): Promise<Result<StoredOrder, ConfirmRefusal>> {
  if (change.state !== 'draft') return ok(change);
  const { item } = change;
  const refusal = item.kind === 'plan_change' ? changeRefusal(held.subscription, item) : 'plan_unchanged';
  if (refusal !== null) return err(refusal);
  // A change drafted during free days costs money once they are over.
  if (isInTrial(change) !== (held.subscription.state === 'trialing')) return err('order_not_payable');
  // Another change made since the draft may have given the free months that the draft shows.
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
  const processingAt = deps.clock.now();
  return ok(await moveChange(trx, change.id, { state: 'processing', provider: 'paddle', processingAt }));
}
