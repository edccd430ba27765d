import type { Selectable } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { Schema, PaymentProvider } from '../../../platform/database/schema.ts';
import { archivedAmong, archivedProduct } from '../../ledger-archive/index.ts';
import { plansByPrice, type ProviderEvent } from '../../subscription/index.ts';
import { ledgerPostingsOf } from './ledger-postings.ts';
import { recordAll } from './ledger.store.ts';
import { eventsOf } from '../inbox/events.store.ts';
import { traceOf } from '../inbox/trace-context.ts';

/**
 * Records later movements of a payment whose account is deleted, such as a bank dispute months later. Stores day, product and sum, like the
 * other retained data of that account. Does nothing for an unknown payment.
 */
export async function recordLatePayment(
  trx: DatabaseTransaction,
  { provider, transactionId }: { readonly provider: PaymentProvider; readonly transactionId: string },
  now: Date,
): Promise<void> {
  const reference = traceOf(transactionId);
  // First, since it also excludes moves to the archive.
  const archived = await archivedProduct(trx, { provider, reference });
  const paid = await trx
    .selectFrom('ledgerEntries')
    .select('product')
    .where('provider', '=', provider)
    .where('kind', '=', 'payment')
    .where('reference', '=', reference)
    .executeTakeFirst();
  const product = paid?.product ?? archived;
  if (product === null) return;
  // Its sums do not matter: it is booked already.
  const payment = {
    type: 'payment_completed' as const,
    ...{ transactionId, at: new Date(0).toISOString(), amount: 1, tax: 0, currency: '' },
    ...{ subscriptionId: null, priceIds: [], period: null, method: null },
  };
  const events = await eventsOf(trx, { provider, transactionId });
  const movements = ledgerPostingsOf([payment, ...events]).filter(({ kind }) => kind !== 'payment');
  if (movements.length === 0) return;
  const booked = await archivedAmong(
    trx,
    provider,
    movements.map((movement) => traceOf(movement.reference)),
  );
  const late = movements.filter((movement) => !booked.has(`${movement.kind} ${traceOf(movement.reference)}`));
  if (late.length === 0) return;
  await trx
    .insertInto('ledgerEntries')
    .values(
      late.map(({ transactionId: _paid, ...ledgerPosting }) => ({
        ...ledgerPosting,
        ...{ provider, product, orderId: null, reference: traceOf(ledgerPosting.reference) },
        ...{ happenedAt: dayOf(ledgerPosting.happenedAt), bookedAt: dayOf(now) },
      })),
    )
    .onConflict((conflict) => conflict.columns(['provider', 'kind', 'reference']).doNothing())
    .execute();
}

const dayOf = (at: Date) => new Date(`${at.toISOString().slice(0, 10)}T00:00:00.000Z`);

/** Records the movements in the events: under the plan for plan payments, else under the kind of the purchase. */
export async function recordPayment(
  trx: DatabaseTransaction,
  order: Pick<Selectable<Schema['orders']>, 'id' | 'item' | 'provider'>,
  events: readonly ProviderEvent[],
  now: Date,
): Promise<void> {
  const { item } = order;
  const plans = item.kind === 'subscription' ? await plansByPrice(trx, order.id, events) : null;
  const productOf = (transactionId: string) => {
    if (plans === null || item.kind !== 'subscription') return item.kind;
    const payment = events.find(
      (event) => event.type === 'payment_completed' && event.transactionId === transactionId,
    );
    const prices = payment?.type === 'payment_completed' ? payment.priceIds : [];
    return prices.map((price) => plans.get(price)).find((plan) => plan !== undefined)?.planId ?? item.planId;
  };
  const ledgerPostings = ledgerPostingsOf(events).map((ledgerPosting) => ({
    ...ledgerPosting,
    product: productOf(ledgerPosting.transactionId),
  }));
  await recordAll(trx, order.provider ?? 'paddle', ledgerPostings, { orderId: order.id, now });
}
