import { err, ok, type Clock } from '@comet/foundation';
import type { Transaction } from '@paddle/paddle-node-sdk';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ChargedItem, Billing } from '../../platform/paddle/billing.ts';
import {
  alreadyDone,
  type Claim,
  abandonOrder,
  lockOrder,
  type StoredOrder,
  toCall,
  withOrderClaim,
  draftOf,
  insertOrder,
  startProcessing,
} from '../orders/index.ts';
import { applyProviderEvents, transactionEvent } from '../payments/index.ts';
import { priceOnSale } from '../plans/index.ts';
import {
  automaticOf,
  changeDataAccount,
  lockDataAccount,
  readDataAccount,
  automaticPurchaseJob,
  agreedPriceOf,
  exceedsAgreedPrice,
  priceKinds,
} from '../residential-data/index.ts';
import { chargeableSubscription, type ApplyDeps } from '../subscription/index.ts';
import { purchaseFailedEmail, priceRisenEmail } from './emails.ts';
import type { DataProduct } from '../../platform/database/schema.ts';
import type { Email } from '../../platform/mail/email.ts';
import { type Outbox, queueEmailOnce } from '../../platform/mail/outbox.ts';
import type { Log } from '@comet/foundation/log';
import type { HashMailbox, HashCard } from '../../platform/keys/keyed-hashes.ts';

interface BuyDeps extends ApplyDeps {
  readonly hashMailbox: HashMailbox;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly billing: Billing;
  readonly hashCard: HashCard;
}

/** Registers the worker of `automaticPurchaseJob`, which buys data for one account. Resolves when the worker is registered. */
export function registerPurchaseWorkers(jobs: Jobs, deps: BuyDeps): Promise<void> {
  return jobs.work(automaticPurchaseJob, (owner) => buyAutomatically(deps, owner));
}

/**
 * Makes an automatic purchase when the remaining data is low: creates an order and charges it to the payment method of the plan. The order
 * is `processing` before the provider is called and claimed during the call, so interruptions and retries make one charge only. A refused
 * charge switches automatic purchases off, and so does a price above the agreed one.
 */
export async function buyAutomatically(deps: BuyDeps, owner: Owner): Promise<void> {
  const orderId = await deps.db.transaction().execute((trx) => placeOrder(deps, trx, owner));
  if (orderId === null) return;
  await chargeOrder(deps, owner, orderId);
}

/** Returns the open order, or a new one if there is none; null if nothing is to be bought. */
async function placeOrder(deps: BuyDeps, trx: DatabaseTransaction, owner: Owner): Promise<string | null> {
  const now = deps.clock.now();
  const account = await lockDataAccount(trx, owner);
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
    // The choice was withdrawn, the plan has ended or is cancelled, or the product is no longer sold.
    await changeDataAccount(trx, owner, { toppingUpSince: null });
    return null;
  }
  const agreed = agreedPriceOf(account);
  if (agreed !== null && exceedsAgreedPrice(price, agreed)) {
    const { dashboardUrl } = deps;
    const { gigabytes } = automatic;
    const email = priceRisenEmail({ ...owner, gigabytes, agreed, price, dashboardUrl });
    await disableAutomaticPurchase(deps, trx, owner, { fact: account.toppingUpSince.toISOString(), email });
    return null;
  }
  const drafted = await insertOrder(trx, { ...draft.value, userId: owner.userId, now });
  const how = { method: 'card', provider: 'paddle', at: now } as const;
  const columns = { paddlePriceId: price.paddlePriceId, paddleQuantity: automatic.gigabytes };
  const { id } = await startProcessing(trx, drafted, how, columns);
  await changeDataAccount(trx, owner, { toppingUpOrderId: id });
  return id;
}

/** The most that the provider's clock may be behind ours, in ms. */
const skewMs = 5 * 60_000;

/**
 * Returns the transaction on the subscription that charged this order: one of the same price, not older than the order, and not of another
 * order. This finds a charge whose response was lost, so it is not made twice.
 */
async function chargeFor(
  db: Database,
  order: StoredOrder,
  made: readonly Transaction[],
): Promise<Transaction | null> {
  const since = Number(order.processingAt ?? order.createdAt) - skewMs;
  const alike = made.filter(
    ({ status, createdAt, items: [item, ...more] }) =>
      (status === 'completed' || status === 'paid' || status === 'billed') &&
      Date.parse(createdAt) >= since &&
      more.length === 0 &&
      item?.price?.id === order.paddlePriceId &&
      item.quantity === order.paddleQuantity,
  );
  if (alike.length === 0) return null;
  const taken = await db
    .selectFrom('orders')
    .select('paddleTransactionId')
    .where(
      'paddleTransactionId',
      'in',
      alike.map(({ id }) => id),
    )
    .where('id', '<>', order.id)
    .execute();
  const others = new Set(taken.map(({ paddleTransactionId }) => paddleTransactionId));
  return alike.find(({ id }) => !others.has(id)) ?? null;
}

const giveUpMs = 24 * 3600 * 1000;

/** The outcome is unknown or the claim was lost: the job is retried. */
class OutcomeUnknown extends Error {}

/** A charge to make or find. */
interface Charge {
  readonly order: StoredOrder;
  readonly subscriptionId: string;
  readonly item: ChargedItem;
}

/** Claims the order, and charges without holding a database connection. The order of an account that cannot be charged fails at once. */
async function chargeOrder(deps: BuyDeps, owner: Owner, orderId: string): Promise<void> {
  await withOrderClaim<{ orderId: string; order: StoredOrder }, Charge, void, null>(deps.db, {
    async lock(trx) {
      const order = await lockOrder(trx, owner.userId, orderId);
      return order === null ? err(null) : ok({ orderId, order });
    },
    async begin(trx, { order }) {
      if (!isOpen(order)) return alreadyDone(undefined);
      const { paddlePriceId: priceId, paddleQuantity: quantity } = order;
      const subscriptionId = await chargeableSubscription(trx, owner.userId, deps.clock.now());
      if (subscriptionId !== null && priceId !== null)
        return toCall({ order, subscriptionId, item: { priceId, quantity } });
      return alreadyDone(await fail(deps, trx, owner, order, 'not_chargeable'));
    },
    work: async (charge, claim) => ok(await charged(deps, owner, charge, claim)),
  });
}

async function charged(deps: BuyDeps, owner: Owner, charge: Charge, claim: Claim): Promise<void> {
  const { order, subscriptionId, item } = charge;
  const find = async () => {
    const made = await deps.billing.charges(subscriptionId);
    if (!made.ok) throw new OutcomeUnknown('the charges could not be listed at the provider');
    return chargeFor(deps.db, order, made.value);
  };
  let transaction = await find();
  if (transaction === null) {
    if (!(await isWanted(deps.db, owner, order)))
      return settle(deps, owner, order, async (trx) => {
        await abandonOrder(trx, order, { step: 'lapse' });
        await changeDataAccount(trx, owner, { toppingUpSince: null, toppingUpOrderId: null });
      });
    if (deps.clock.now().getTime() - Number(order.processingAt) > giveUpMs)
      return settle(deps, owner, order, (trx) => fail(deps, trx, owner, order, 'not_made'));
    if (!(await claim.renew())) throw new OutcomeUnknown('another process has claimed the order');
    const made = await deps.billing.charge(subscriptionId, item);
    if (!made.ok && (made.error === 'payment_unavailable' || made.error === 'subscription_locked'))
      throw new OutcomeUnknown(`the charge was not made: ${made.error}`);
    if (!made.ok) {
      const { error } = made;
      return settle(deps, owner, order, (trx) => fail(deps, trx, owner, order, error));
    }
    transaction = await find();
    if (transaction === null) throw new OutcomeUnknown('the charge is not listed yet');
  }
  const { id: paddleTransactionId } = transaction;
  const responses = transaction.status === 'completed' ? [transactionEvent(transaction)] : [];
  await settle(deps, owner, order, async (trx) => {
    await trx.updateTable('orders').set({ paddleTransactionId }).where('id', '=', order.id).execute();
    await applyProviderEvents(deps, trx, order.id, responses, deps.clock.now());
  });
}

const isOpen = ({ state, paddleTransactionId }: StoredOrder) =>
  state === 'processing' && paddleTransactionId === null;

/** Commits the outcome of the call; an order that was settled meanwhile stays as it is. */
async function settle(
  deps: BuyDeps,
  { userId }: Owner,
  { id }: StoredOrder,
  commit: (trx: DatabaseTransaction) => Promise<void>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, userId, id);
    if (order !== null && isOpen(order)) await commit(trx);
  });
}

/** Returns whether the account's choice still matches the order, which may have waited for the provider. */
async function isWanted(db: Database, owner: Owner, order: StoredOrder): Promise<boolean> {
  const account = await readDataAccount(db, owner);
  return account?.stoppedAt === null && automaticOf(account)?.gigabytes === order.paddleQuantity;
}

/** Fails the order, switches automatic purchases off and emails the owner. */
async function fail(
  deps: BuyDeps,
  trx: DatabaseTransaction,
  owner: Owner,
  order: StoredOrder,
  reason: string,
): Promise<void> {
  await abandonOrder(trx, order, { step: 'fail', reason });
  if ((await lockDataAccount(trx, owner)) === null) return;
  const { dashboardUrl } = deps;
  const email = purchaseFailedEmail({ ...owner, gigabytes: order.paddleQuantity, dashboardUrl });
  await disableAutomaticPurchase(deps, trx, owner, { fact: order.id, email });
}

interface Owner {
  readonly userId: string;
  readonly product: DataProduct;
}

/** Switches automatic purchases off and emails the account once. The caller holds the lock on the account. */
async function disableAutomaticPurchase(
  deps: { readonly clock: Clock; readonly outbox: Outbox },
  trx: DatabaseTransaction,
  owner: Owner,
  { fact, email }: { readonly fact: string; readonly email: Email },
): Promise<void> {
  const off = { automaticBelowGigabytes: null, automaticGigabytes: null, toppingUpSince: null };
  await changeDataAccount(trx, owner, { ...off, toppingUpOrderId: null });
  const { userId } = owner;
  const about = { userId, kind: 'automatic purchase failed', fact, now: deps.clock.now() };
  await queueEmailOnce(deps, trx, about, email);
}
