import { askAboutPlanChange } from './confirm-plan-change.ts';
import type { BillingDeps } from './deps.ts';
import { failed } from './finish-plan-change.ts';

const patienceMs = 2 * 60 * 1000;
const giveUpMs = 30 * 60 * 1000;

/** Asks the provider about plan changes of which it is not known whether they were made. One that was not made has failed. */
export async function reconcilePlanChanges(deps: BillingDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  const open = await deps.db
    .selectFrom('orders')
    .select(['id', 'userId', 'processingAt'])
    .where('kind', '=', 'plan_change')
    .where('state', '=', 'processing')
    .where('paddleTransactionId', 'is', null)
    .where('processingAt', '<', new Date(now - patienceMs))
    .limit(100)
    .execute();
  for (const { id: orderId, userId, processingAt } of open) {
    const asked = await askAboutPlanChange(deps, { userId, orderId });
    const isOpen = asked.ok && asked.value.state === 'processing' && asked.value.paddleTransactionId === null;
    // Without a subscription there is nothing left to change.
    const isGone = !asked.ok && asked.error === 'subscription_required';
    if (!(isGone || isOpen) || now - Number(processingAt) < giveUpMs) continue;
    await deps.db
      .updateTable('orders')
      .set(failed('not_made'))
      .where('id', '=', orderId)
      .where('state', '=', 'processing')
      .execute();
  }
}
