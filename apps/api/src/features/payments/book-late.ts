import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaymentProvider } from '../../platform/database/schema.ts';
import { bookingsOf } from './bookings.ts';
import { eventsOf } from './events.store.ts';
import { traceOf } from './traces.ts';

/**
 * Books what still moves about a payment whose account is gone: a bank may dispute it months later. By day, product and sum, as the rest of
 * what stays of that account. Nothing happens for a payment that we never had.
 */
export async function bookLate(
  trx: DatabaseTransaction,
  { provider, transactionId }: { readonly provider: PaymentProvider; readonly transactionId: string },
  now: Date,
): Promise<void> {
  const paid = await trx
    .selectFrom('ledgerEntries')
    .select(['product', 'amount', 'tax', 'currency', 'happenedAt'])
    .where('provider', '=', provider)
    .where('kind', '=', 'payment')
    .where('reference', '=', traceOf(transactionId))
    .executeTakeFirst();
  if (paid === undefined) return;
  const { product, happenedAt, ...sums } = paid;
  const payment = {
    type: 'payment_completed' as const,
    ...{ transactionId, at: happenedAt.toISOString(), ...sums },
    ...{ subscriptionId: null, priceIds: [], period: null, method: null },
  };
  const events = await eventsOf(trx, { provider, transactionId });
  const late = bookingsOf([payment, ...events]).filter(({ kind }) => kind !== 'payment');
  if (late.length === 0) return;
  await trx
    .insertInto('ledgerEntries')
    .values(
      late.map(({ transactionId: _paid, ...booking }) => ({
        ...booking,
        ...{ provider, product, orderId: null, reference: traceOf(booking.reference) },
        ...{ happenedAt: dayOf(booking.happenedAt), bookedAt: dayOf(now) },
      })),
    )
    .onConflict((conflict) => conflict.columns(['provider', 'kind', 'reference']).doNothing())
    .execute();
}

const dayOf = (at: Date) => new Date(`${at.toISOString().slice(0, 10)}T00:00:00.000Z`);
