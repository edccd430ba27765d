import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertOrder, startProcessing } from '../../src/features/orders/orders.store.ts';
import { withCryptoFee } from '../../src/features/orders/crypto-payment-adapter.ts';
import { quotePlan } from '../../src/features/orders/quote.ts';
import { readCoingateOrder } from '../../src/features/payments/coingate/coingate-orders.ts';
import { storeEvent } from '../../src/features/payments/inbox/inbox.ts';
import { processEventById } from '../../src/features/payments/inbox/process-event.ts';
import { hasAccess } from '../../src/features/subscription/index.ts';
import type { CoingateStatus } from '../../src/platform/coingate/coingate.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { processDeps } from '../payments/paid-user.ts';
import { planIds } from '../payments/simulated-orders.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

/** How the payment of a crypto order ends, and whether coins arrive later. */
const coins = fc.record({
  planId: fc.constantFrom(...planIds),
  end: fc.constantFrom<CoingateStatus>('paid', 'expired', 'canceled', 'invalid', 'confirming'),
  isUnderpaid: fc.boolean(),
  isPaidLate: fc.boolean(),
  after: fc.integer({ min: 0, max: 30 }),
});
type Coins = typeof coins extends fc.Arbitrary<infer T> ? T : never;

let ids = 900_000;

/** An order with an open checkout at CoinGate, and CoinGate's callbacks about it, in order. */
async function open(user: TestUser, { planId, end, isUnderpaid, isPaidLate, after }: Coins) {
  const { db, clock } = under.dependencies;
  const now = clock.now();
  const plan = await db.selectFrom('plans').selectAll().where('id', '=', planId).executeTakeFirstOrThrow();
  const quote = withCryptoFee(quotePlan(plan, { isNew: false }));
  const { months, priceAmount, freeMonths } = plan;
  const item = { kind: 'subscription', planId, months, trialDays: 0, freeMonths, priceAmount } as const;
  ids += 1;
  const coingateOrderId = String(ids);
  const orderId = await db.transaction().execute(async (trx) => {
    const draft = await insertOrder(trx, { userId: user.id, item, quote, currency: 'USD', now });
    const opened = { method: 'crypto', provider: 'coingate', at: now } as const;
    await startProcessing(trx, draft, opened, { coingateOrderId });
    return draft.id;
  });
  const at = (minutes: number) => new Date(now.getTime() + (after + minutes) * 60_000);
  const eventOf = (status: CoingateStatus, minutes: number, short = false) =>
    readCoingateOrder({
      ...{ id: coingateOrderId, status, priceAmount: quote.total, priceCurrency: 'USD', paymentUrl: '' },
      ...{
        createdAt: now,
        paidAt: status === 'paid' ? at(minutes) : null,
        isUnderpaid: short,
        overpaid: null,
      },
    });
  const isOver = end !== 'paid' && end !== 'confirming';
  const callbacks = [eventOf('pending', 1), eventOf(end, 2, isOver && isUnderpaid)];
  return {
    orderId,
    total: quote.total,
    callbacks: isPaidLate && isOver ? [...callbacks, eventOf('paid', 3)] : callbacks,
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function deliver(events: Opened['callbacks'], together: number): Promise<void> {
  for (let at = 0; at < events.length; at += together)
    await Promise.all(
      events.slice(at, at + together).map(async (event) => {
        await storeEvent(under.dependencies, 'coingate', event, {});
        await processEventById(processDeps(under), event.eventId, 'coingate');
      }),
    );
}

/** A customer's state after some orders, without their ids. Which of several payments is kept depends on the order of the callbacks. */
async function outcome(user: TestUser, orders: readonly Opened[]) {
  const { db, clock } = under.dependencies;
  const each = await Promise.all(
    orders.map(async ({ orderId }) => ({
      order: await db
        .selectFrom('orders')
        .select(['state', 'failure', 'paidAt'])
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow(),
      ledger: await db
        .selectFrom('ledgerEntries')
        .select(['kind', 'amount', 'product', 'happenedAt'])
        .where('orderId', '=', orderId)
        .execute(),
    })),
  );
  const toReturn = await db
    .selectFrom('supportTickets')
    .select('id')
    .where('userId', '=', user.id)
    .where('kind', '=', 'crypto_to_return')
    .execute();
  const plans = await db
    .selectFrom('subscriptions')
    .innerJoin('orders', 'orders.id', 'subscriptions.orderId')
    .select('subscriptions.state')
    .where('subscriptions.userId', '=', user.id)
    .where('endedAt', 'is', null)
    .where('returnReason', 'is', null)
    .execute();
  return { each, plans, access: await hasAccess(db, user.id, clock.now()), toReturn: toReturn.length };
}

test('crypto orders of one customer end in the same state for any order and repetition of callbacks', async () => {
  const some = fc.array(coins, { minLength: 2, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(some, fc.infiniteStream(fc.nat()), async (cases, chance) => {
      const [one, other] = [await makeUser(under), await makeUser(under)];
      const [orderly, shaken]: [Opened[], Opened[]] = [[], []];
      for (const payment of cases) {
        orderly.push(await open(one, payment));
        shaken.push(await open(other, payment));
      }
      await deliver(
        orderly.flatMap(({ callbacks }) => callbacks),
        1,
      );
      const thrice = shaken
        .flatMap(({ callbacks }) => [...callbacks, ...callbacks, ...callbacks])
        .map((event) => ({ event, place: chance.next().value ?? 0 }))
        .sort((left, right) => left.place - right.place)
        .map(({ event }) => event);
      await deliver(thrice, 4);
      const wanted = await outcome(one, orderly);
      expect(await outcome(other, shaken)).toEqual(wanted);
      // Every payment is recorded once; one of them is the plan, and each further one is refunded by hand.
      const paid = orderly.filter((_, index) => wanted.each[index]?.order.state === 'paid');
      const booked = wanted.each.flatMap(({ ledger }) => ledger.map(({ amount }) => amount));
      expect(booked).toEqual(paid.map(({ total }) => total));
      expect(wanted.toReturn).toBe(Math.max(0, paid.length - 1));
      expect(wanted.plans).toEqual(paid.length > 0 ? [{ state: 'active' }] : []);
      expect(wanted.access).toBe(paid.length > 0);
    }),
    { numRuns: 15 },
  );
}, 120_000);
