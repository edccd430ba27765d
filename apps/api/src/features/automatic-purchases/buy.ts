import type { Clock } from '@comet/foundation';
import type { Logger } from 'pino';
import type { HashMailbox } from '../../platform/keys/mailbox-hash.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Billing } from '../../platform/paddle/billing.ts';
import {
  draftOf,
  giveUpOrder,
  insertOrder,
  lockOrder,
  startProcessing,
  type StoredOrder,
} from '../orders/index.ts';
import { believeAnswers, transactionAnswer } from '../payments/index.ts';
import { priceOnSale } from '../plans/index.ts';
import {
  agreedPriceOf,
  automaticOf,
  buyMore,
  changeAccount,
  holdAccount,
  isBeyond,
  priceKinds,
  seeAccount,
} from '../residential-data/index.ts';
import { type ApplyDeps, chargeableSubscription } from '../subscription/index.ts';
import { chargeFor } from './charged.ts';
import { priceRisenLetter, purchaseFailedLetter } from './letters.ts';
import { type Owner, switchOff } from './switch-off.ts';

export interface BuyDeps extends ApplyDeps {
  readonly hashMailbox: HashMailbox;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly billing: Billing;
}

const giveUpMs = 24 * 3600 * 1000;

/** Nobody answered, or not everything is there yet: the job is tried again. */
class NotDecided extends Error {}

export function workOnPurchases(jobs: Jobs, deps: BuyDeps): Promise<void> {
  return jobs.work(buyMore, (owner) => buyAutomatically(deps, owner));
}

/**
 * Buys what an account has chosen to have bought when little is left: an order of its own, charged to what the plan is paid with. The order
 * is `processing` before the provider hears of it and locked while it does, so that however often this is begun, cut off and tried again,
 * one charge is made. A charge that is refused switches the choice off, and so does a price that nobody has agreed to.
 */
export async function buyAutomatically(deps: BuyDeps, owner: Owner): Promise<void> {
  const orderId = await deps.db.transaction().execute((trx) => placeOrder(deps, trx, owner));
  if (orderId === null) return;
  await deps.db.transaction().execute((trx) => chargeOrder(deps, trx, owner, orderId));
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
    const letter = priceRisenLetter({ ...owner, gigabytes, agreed, price, dashboardUrl });
    await switchOff(deps, trx, owner, { fact: account.toppingUpSince.toISOString(), letter });
    return null;
  }
  const drafted = await insertOrder(trx, { ...draft.value, userId: owner.userId, now });
  const how = { method: 'card', provider: 'paddle', at: now } as const;
  const columns = { paddlePriceId: price.paddlePriceId, paddleQuantity: automatic.gigabytes };
  const { id } = await startProcessing(trx, drafted, how, columns);
  await changeAccount(trx, owner, { toppingUpOrderId: id });
  return id;
}

async function chargeOrder(
  deps: BuyDeps,
  trx: DatabaseTransaction,
  owner: Owner,
  orderId: string,
): Promise<void> {
  const now = deps.clock.now();
  const order = await lockOrder(trx, owner.userId, orderId);
  if (order === null || order.state !== 'processing' || order.paddleTransactionId !== null) return;
  const { paddlePriceId: priceId, paddleQuantity: quantity } = order;
  const subscriptionId = await chargeableSubscription(trx, owner.userId, now);
  if (subscriptionId === null || priceId === null) return fail(deps, trx, owner, order, 'not_chargeable');
  const find = async () => {
    const made = await deps.billing.charges(subscriptionId);
    if (!made.ok) throw new NotDecided('the provider does not say what was charged');
    return chargeFor(trx, order, made.value);
  };
  let transaction = await find();
  if (transaction === null) {
    if (!(await isWanted(trx, owner, order))) {
      await giveUpOrder(trx, order, { step: 'lapse' });
      return changeAccount(trx, owner, { toppingUpSince: null, toppingUpOrderId: null });
    }
    if (now.getTime() - Number(order.processingAt) > giveUpMs)
      return fail(deps, trx, owner, order, 'not_made');
    const charged = await deps.billing.charge(subscriptionId, { priceId, quantity });
    if (!charged.ok && (charged.error === 'payment_unavailable' || charged.error === 'subscription_locked'))
      throw new NotDecided(`the charge was not made: ${charged.error}`);
    if (!charged.ok) return fail(deps, trx, owner, order, charged.error);
    transaction = await find();
    if (transaction === null) throw new NotDecided('the charge is not to be seen yet');
  }
  await trx
    .updateTable('orders')
    .set({ paddleTransactionId: transaction.id })
    .where('id', '=', order.id)
    .execute();
  const answers = transaction.status === 'completed' ? [transactionAnswer(transaction)] : [];
  await believeAnswers(deps, trx, order.id, answers, now);
}

/** Whether what was ordered, and may have waited for the provider since, is still to be bought. */
async function isWanted(trx: DatabaseTransaction, owner: Owner, order: StoredOrder): Promise<boolean> {
  const account = await seeAccount(trx, owner);
  return account?.stoppedAt === null && automaticOf(account)?.gigabytes === order.paddleQuantity;
}

/** Gives the order up, switches the choice off and says so. */
async function fail(
  deps: BuyDeps,
  trx: DatabaseTransaction,
  owner: Owner,
  order: StoredOrder,
  reason: string,
): Promise<void> {
  await giveUpOrder(trx, order, { step: 'fail', reason });
  if ((await holdAccount(trx, owner)) === null) return;
  const { dashboardUrl } = deps;
  const letter = purchaseFailedLetter({ ...owner, gigabytes: order.paddleQuantity, dashboardUrl });
  await switchOff(deps, trx, owner, { fact: order.id, letter });
}
