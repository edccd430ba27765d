import type { Selectable } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Outbox, queueEmailOnce } from '../../platform/mail/outbox.ts';
import { type PaymentCompleted, plansByPrice, type ProviderEvent } from '../subscription/index.ts';
import { receiptEmail } from './emails.ts';
import { paidPeriodOf } from './paid-period.ts';

/** Older payments get no receipt email: they appear only in the payment history. */
const newsMs = 14 * 24 * 3600 * 1000;

/**
 * Queues a receipt for every payment of an order, each once. A trial has no receipt. The subscription of the order must be up to date: the
 * receipt shows the next charge date. The payment `returned` is being refunded and has no period.
 */
export async function queueReceipts(
  deps: { readonly outbox: Outbox; readonly dashboardUrl: string },
  trx: DatabaseTransaction,
  order: Selectable<Schema['orders']>,
  events: readonly ProviderEvent[],
  { now, returned }: { readonly now: Date; readonly returned: string | null },
): Promise<void> {
  for (const payment of paymentsIn(events)) {
    if (Date.parse(payment.at) < now.getTime() - newsMs) continue;
    const fact = `${order.provider ?? 'paddle'} ${payment.transactionId}`;
    const months = await monthsOf(trx, order, payment);
    const isReturned = payment.transactionId === returned;
    const period = isReturned ? null : await paidPeriodOf(trx, order, payment);
    const invoiceId = await invoiceIdOf(trx, order, payment);
    const { dashboardUrl } = deps;
    const email = receiptEmail({ order, payment, months, period, isReturned, invoiceId, dashboardUrl });
    await queueEmailOnce(deps, trx, { userId: order.userId, kind: 'receipt', fact, now }, email);
  }
}

function paymentsIn(events: readonly ProviderEvent[]): readonly PaymentCompleted[] {
  const payments = events.filter((event) => event.type === 'payment_completed' && event.amount > 0);
  return payments as readonly PaymentCompleted[];
}

/** Returns the ledger entry of a payment, by which its invoice is opened; null for crypto, which has none. */
async function invoiceIdOf(
  trx: DatabaseTransaction,
  { provider }: Selectable<Schema['orders']>,
  { transactionId }: PaymentCompleted,
): Promise<string | null> {
  if (provider === 'coingate') return null;
  const entry = await trx
    .selectFrom('ledgerEntries')
    .select('id')
    .where('provider', '=', 'paddle')
    .where('kind', '=', 'payment')
    .where('reference', '=', transactionId)
    .executeTakeFirst();
  return entry?.id ?? null;
}

/** Returns the months of a payment's plan, where it was changed since the order. */
async function monthsOf(
  trx: DatabaseTransaction,
  order: Selectable<Schema['orders']>,
  payment: PaymentCompleted,
): Promise<number | undefined> {
  const [priceId] = payment.priceIds;
  if (order.item.kind !== 'subscription' || priceId === undefined || priceId === order.paddlePriceId)
    return undefined;
  return (await plansByPrice(trx, order.id, [payment])).get(priceId)?.months;
}
