import type { api, ReplyOf } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import type { ProviderEvent } from '../subscription/index.ts';
import type { BillingDeps } from './deps.ts';
import { paymentStateOf } from './payment-state.ts';

type ShownPayment = ReplyOf<typeof api.listPayments>['payments'][number];

const maxPayments = 200;

/** Returns a user's payments, latest first, each with its state by all provider events. */
export async function paymentsOf(db: Database, userId: string): Promise<ShownPayment[]> {
  const entries = await db
    .selectFrom('ledgerEntries')
    .innerJoin('orders', 'orders.id', 'ledgerEntries.orderId')
    .leftJoin('plans', 'plans.id', 'ledgerEntries.product')
    .select([
      'ledgerEntries.id',
      'orders.id as orderId',
      'reference',
      'ledgerEntries.provider',
      'product',
      'amount',
      'tax',
    ])
    .select(['ledgerEntries.currency', 'happenedAt', 'item', 'plans.months'])
    .select(['orders.number as orderNumber', 'returnReason', 'paddleTransactionId', 'coingateOrderId'])
    .where('orders.userId', '=', userId)
    .where('ledgerEntries.kind', '=', 'payment')
    .orderBy('happenedAt', 'desc')
    .limit(maxPayments)
    .execute();
  const events = await eventsAbout(
    db,
    entries.flatMap(({ reference }) => reference ?? []),
  );
  return entries.map(({ currency, item, months, ...entry }) => {
    const money = (amount: number) => ({ amount, currency });
    const isReturned =
      entry.returnReason !== null && entry.reference === (entry.coingateOrderId ?? entry.paddleTransactionId);
    const payment = { transactionId: entry.reference ?? '', amount: entry.amount, isReturned };
    const { state, givenBack, method } = paymentStateOf(payment, events);
    const isPlan = (item.kind === 'subscription' || item.kind === 'plan_change') && months !== null;
    return {
      id: entry.id,
      orderId: entry.orderId,
      at: entry.happenedAt.toISOString(),
      // A renewal after a plan change is for the plan that it paid for.
      item: isPlan ? { ...item, planId: entry.product, months } : item,
      orderNumber: entry.orderNumber,
      amount: money(entry.amount),
      tax: money(entry.tax),
      givenBack: money(givenBack),
      method: entry.provider === 'coingate' ? { kind: 'crypto', lastDigits: null } : method,
      state,
      hasInvoice: entry.provider === 'paddle',
    };
  });
}

async function eventsAbout(db: Database, transactions: readonly string[]): Promise<readonly ProviderEvent[]> {
  if (transactions.length === 0) return [];
  const rows = await db
    .selectFrom('providerEvents')
    .select('event')
    .where('event', 'is not', null)
    .where('transactionId', 'in', transactions)
    .execute();
  return rows.map((row) => row.event as ProviderEvent);
}

/** Returns the URL of the invoice for one of a user's payments. */
export async function invoiceOf(
  deps: BillingDeps,
  given: { readonly userId: string; readonly id: string },
): Promise<Result<string, 'not_found' | PaddleFailure>> {
  const entry = await deps.db
    .selectFrom('ledgerEntries')
    .innerJoin('orders', 'orders.id', 'ledgerEntries.orderId')
    .select('reference')
    .where('ledgerEntries.id', '=', given.id)
    .where('orders.userId', '=', given.userId)
    .where('ledgerEntries.kind', '=', 'payment')
    .where('ledgerEntries.provider', '=', 'paddle')
    .executeTakeFirst();
  if (entry?.reference === undefined || entry.reference === null) return err('not_found');
  return deps.billing.invoice(entry.reference);
}

/** Returns the provider's pages for cards and invoices, signed in as this user. */
export async function openPortal(
  deps: BillingDeps,
  userId: string,
): Promise<
  Result<
    { readonly overviewUrl: string; readonly paymentMethodUrl: string | null },
    'nothing_paid_yet' | PaddleFailure
  >
> {
  const { paddleCustomerId } = await deps.db
    .selectFrom('users')
    .select('paddleCustomerId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (paddleCustomerId === null) return err('nothing_paid_yet');
  const renewing = await deps.db
    .selectFrom('subscriptions')
    .select('paddleSubscriptionId')
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('paddleSubscriptionId', 'is not', null)
    .orderBy('accessUntil', 'desc')
    .limit(1)
    .execute();
  const ids = renewing.flatMap(({ paddleSubscriptionId }) => paddleSubscriptionId ?? []);
  const opened = await deps.billing.portal(paddleCustomerId, ids);
  return opened.ok ? ok(opened.value) : opened;
}
