import type { Jobs } from '../../platform/jobs/jobs.ts';
import {
  buyMore,
  agreedPriceOf,
  automaticOf,
  changeAccount,
  holdAccount,
  isBeyond,
  priceKinds,
} from '../residential-data/index.ts';
import { chargeOrder } from './charge-order.ts';
import type { BuyDeps } from './deps.ts';
import { type Owner, switchOff } from './switch-off.ts';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { draftOf, insertOrder, startProcessing } from '../orders/index.ts';
import { priceOnSale } from '../plans/index.ts';
import { chargeableSubscription } from '../subscription/index.ts';
import { priceRisenEmail } from './emails.ts';

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

/** The order that is under way, made where there is none; null where nothing is to be bought. */
async function placeOrder(deps: BuyDeps, trx: DatabaseTransaction, owner: Owner): Promise<string | null> {
  const now = deps.clock.now();
  const account = await holdAccount(trx, owner);
  const automatic = account === null ? null : automaticOf(account);
  if (account === null || account.toppingUpSince === null) return null;
  if (account.toppingUpOrderId !== null) return account.toppingUpOrderId;
  const kind = priceKinds[owner.product];
  const price = await priceOnSale(trx, kind, null);
  const draft =
    automatic === null
      ? null
      : await draftOf(
          trx,
          { kind, gigabytes: automatic.gigabytes },
          { userId: owner.userId, now, hashMailbox: deps.hashMailbox },
        );
  const isChargeable = (await chargeableSubscription(trx, owner.userId, now)) !== null;
  if (automatic === null || draft?.ok !== true || typeof price?.paddlePriceId !== 'string' || !isChargeable) {
    // The choice was taken back, the plan is over or cancelled, or it is not sold any more.
    await changeAccount(trx, owner, { toppingUpSince: null });
    return null;
  }
  const agreed = agreedPriceOf(account);
  if (agreed !== null && isBeyond(price, agreed)) {
    const { dashboardUrl } = deps;
    const { gigabytes } = automatic;
    const email = priceRisenEmail({ ...owner, gigabytes, agreed, price, dashboardUrl });
    await switchOff(deps, trx, owner, { fact: account.toppingUpSince.toISOString(), email });
    return null;
  }
  const drafted = await insertOrder(trx, { ...draft.value, userId: owner.userId, now });
  const how = { method: 'card', provider: 'paddle', at: now } as const;
  const columns = { paddlePriceId: price.paddlePriceId, paddleQuantity: automatic.gigabytes };
  const { id } = await startProcessing(trx, drafted, how, columns);
  await changeAccount(trx, owner, { toppingUpOrderId: id });
  return id;
}
