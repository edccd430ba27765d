import type { Transaction } from '@paddle/paddle-node-sdk';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { OrderItem, StoredOrderLine } from '../../../platform/database/schema.ts';
import { insertOrder, type Quote, quoteData, quotePlan, startProcessing } from '../../orders/index.ts';
import { hasPlan } from '../../subscription/index.ts';
import { closeReport, lockTransaction } from '../inbox/events-without-order.ts';
import { orderOf } from '../inbox/order-of-event.ts';
import type { EffectDeps } from '../inbox/order-effects.ts';
import { applyProviderEvents, transactionEvent } from '../paddle/paddle-replies.ts';

/** `known`: it has an order; `restored`: an order was created for it; `without_order`: an operator has to decide. */
export type RestoreOutcome = 'known' | 'restored' | 'without_order';

/**
 * Creates the order of a completed transaction whose order is missing here, and derives what it pays for: the customer is the account with
 * the email that Paddle has, the item is the one with the paid price. Never guesses: several items, an unknown price, an address without
 * its country and a second plan remain without an order.
 */
export async function restoreOrder(
  deps: EffectDeps,
  trx: DatabaseTransaction,
  transaction: Transaction,
  { now, dryRun }: { readonly now: Date; readonly dryRun: boolean },
): Promise<RestoreOutcome> {
  await lockTransaction(trx, transaction.id);
  const { transactionId, subscriptionId } = transactionEvent(transaction);
  if ((await orderOf(trx, 'paddle', { transactionId, subscriptionId })) !== null) return 'known';
  const userId = await payerOf(trx, transaction);
  const sold = userId === null ? null : await soldItem(trx, transaction);
  if (userId === null || sold === null) return 'without_order';
  const paidAt = new Date(transaction.billedAt ?? transaction.createdAt);
  // As a second plan its payment would be returned, and only its order records that it follows the first.
  if (sold.item.kind === 'subscription' && (await hasPlan(trx, userId, now))) return 'without_order';
  if (dryRun) return 'restored';
  await storeCustomer(trx, userId, transaction.customerId);
  const draft = await insertOrder(trx, { userId, ...sold, currency: transaction.currencyCode, now: paidAt });
  const captured = transaction.payments.find(({ status }) => status === 'captured')?.methodDetails?.type;
  await startProcessing(
    trx,
    draft,
    { method: captured === 'paypal' ? 'paypal' : 'card', provider: 'paddle', at: paidAt },
    {
      paddleTransactionId: transaction.id,
      paddlePriceId: sold.priceId,
      paddleQuantity: sold.quantity,
      paddleDiscountId: transaction.discountId,
    },
  );
  await closeReport(trx, { provider: 'paddle', transactionId: transaction.id }, now);
  await applyProviderEvents(deps, trx, draft.id, [transactionEvent(transaction)], now);
  return 'restored';
}

/** Returns the account that paid: the one of Paddle's customer, or with the verified email; null if there is none. */
async function payerOf(
  trx: DatabaseTransaction,
  { customerId, customer }: Transaction,
): Promise<string | null> {
  if (customerId === null) return null;
  const accounts = trx.selectFrom('users').select('id').where('deletedAt', 'is', null).forNoKeyUpdate();
  const known = await accounts.where('paddleCustomerId', '=', customerId).execute();
  if (known.length > 0) return known.length === 1 ? (known[0]?.id ?? null) : null;
  const email = customer?.email.toLowerCase();
  if (email === undefined) return null;
  const named = await accounts
    .where('verifiedAt', 'is not', null)
    .where('email', '=', email)
    .executeTakeFirst();
  return named?.id ?? null;
}

/** Stores Paddle's customer in an account that has none. */
async function storeCustomer(
  trx: DatabaseTransaction,
  userId: string,
  customerId: string | null,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ paddleCustomerId: customerId })
    .where('id', '=', userId)
    .where('paddleCustomerId', 'is', null)
    .execute();
}

interface SoldItem {
  readonly item: OrderItem;
  readonly quote: Quote;
  readonly priceId: string;
  readonly quantity: number;
  readonly couponCode: string | null;
}

/** Returns what a checkout or a single charge sold; null if the price list does not say. */
async function soldItem(trx: DatabaseTransaction, transaction: Transaction): Promise<SoldItem | null> {
  const { origin, items, details, discountId } = transaction;
  if (origin !== 'web' && origin !== 'api' && origin !== 'subscription_charge') return null;
  const [line, ...others] = items;
  const priceId = line?.price?.id;
  if (line === undefined || priceId === undefined || others.length > 0) return null;
  const sold = (await soldPlan(trx, priceId)) ?? (await soldData(trx, priceId, line.quantity));
  if (sold === null) return null;
  const coupon =
    discountId === null
      ? undefined
      : await trx
          .selectFrom('coupons')
          .select('code')
          .where('paddleDiscountId', '=', discountId)
          .executeTakeFirst();
  const quote = discounted(sold.quote, Number(details?.totals?.discount ?? 0));
  return { ...sold, quote, priceId, quantity: line.quantity, couponCode: coupon?.code ?? null };
}

async function soldPlan(
  trx: DatabaseTransaction,
  priceId: string,
): Promise<Pick<SoldItem, 'item' | 'quote'> | null> {
  const plans = await trx
    .selectFrom('plans')
    .selectAll()
    .where((where) =>
      where.or([where('paddlePriceId', '=', priceId), where('paddleTrialPriceId', '=', priceId)]),
    )
    .execute();
  const [plan] = plans;
  if (plan === undefined || plans.length > 1) return null;
  const quote = quotePlan(plan, { isNew: plan.paddleTrialPriceId === priceId });
  const { id: planId, months, priceAmount } = plan;
  const { trialDays, freeMonths } = quote;
  return { item: { kind: 'subscription', planId, months, trialDays, freeMonths, priceAmount }, quote };
}

async function soldData(
  trx: DatabaseTransaction,
  priceId: string,
  gigabytes: number,
): Promise<Pick<SoldItem, 'item' | 'quote'> | null> {
  const price = await trx
    .selectFrom('prices')
    .select(['kind', 'amount'])
    .where('paddlePriceId', '=', priceId)
    .executeTakeFirst();
  if (price === undefined) return null;
  const { kind, amount } = price;
  if (kind !== 'residential_data' && kind !== 'proxy_traffic') return null;
  return { item: { kind, gigabytes }, quote: quoteData(kind, gigabytes, amount) };
}

function discounted({ lines, total }: Quote, discount: number): Quote {
  if (discount === 0) return { lines, total };
  const coupon: StoredOrderLine = { kind: 'coupon', quantity: 0, amount: -discount };
  return { lines: [...lines, coupon], total: Math.max(0, total - discount) };
}
