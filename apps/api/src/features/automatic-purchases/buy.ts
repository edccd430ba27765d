import type { Jobs } from '../../platform/jobs/jobs.ts';
import { buyMore } from '../residential-data/index.ts';
import { chargeOrder } from './charge-order.ts';
import type { BuyDeps } from './deps.ts';
import { placeOrder } from './place-order.ts';
import type { Owner } from './switch-off.ts';

export function workOnPurchases(jobs: Jobs, deps: BuyDeps): Promise<void> {
  return jobs.work(buyMore, (owner) => buyAutomatically(deps, owner));
}

/**
 * Buys what an account has chosen to have bought when little is left: an order of its own, charged to what the plan is paid with. The order
 * is `processing` before the provider is called and claimed during the call, so that one charge is made however often this is interrupted and
 * retried. A charge that is refused switches the choice off, and so does a price that nobody has agreed to.
 */
export async function buyAutomatically(deps: BuyDeps, owner: Owner): Promise<void> {
  const orderId = await deps.db.transaction().execute((trx) => placeOrder(deps, trx, owner));
  if (orderId === null) return;
  await chargeOrder(deps, owner, orderId);
}
