import { randomUUID } from 'node:crypto';
import { manualClock } from '@comet/foundation';
import { type Rehearsal, rehearsePaddle } from '@comet/sandbox';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepEvent } from '../src/features/payments/inbox.ts';
import { readPaddleEvent } from '../src/features/payments/paddle-event.ts';
import { processEventById } from '../src/features/payments/process-event.ts';
import { expireSubscriptions, hasAccess } from '../src/features/subscription/index.ts';
import { type ApiUnderTest, startApi } from './api-under-test.ts';
import { processDeps } from './paid-user.ts';

/** Two that hear the same history: one in order and once, the other out of order and three times. */
let orderly: ApiUnderTest;
let shaken: ApiUnderTest;
beforeAll(async () => {
  [orderly, shaken] = await Promise.all([startApi(), startApi()]);
});
afterAll(() => Promise.all([orderly.stop(), shaken.stop()]));

const dayMs = 24 * 3600 * 1000;
const month = { interval: 'month', frequency: 1 } as const;
const year = { interval: 'year', frequency: 1 } as const;
const terms = {
  '1-month': { months: 1, priceAmount: 1199 },
  '12-months': { months: 12, priceAmount: 5988 },
  '24-months': { months: 24, priceAmount: 8376 },
} as const;
type PlanId = keyof typeof terms;

type Act =
  | { readonly kind: 'wait'; readonly days: number }
  | { readonly kind: 'fail'; readonly charges: number }
  | { readonly kind: 'cancel' | 'undo' }
  | { readonly kind: 'upgrade'; readonly to: '12-months' | '24-months' }
  | { readonly kind: 'refund'; readonly nth: number; readonly decision: 'approved' | 'rejected' | 'none' }
  | { readonly kind: 'chargeback'; readonly nth: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait'), days: fc.integer({ min: 1, max: 45 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail'), charges: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('cancel', 'undo') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('upgrade'), to: fc.constantFrom('12-months', '24-months') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund'),
      nth: fc.nat(3),
      decision: fc.constantFrom('approved', 'rejected', 'none'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('chargeback'), nth: fc.nat(3) }) },
);

interface Played {
  readonly paddle: Rehearsal;
  readonly prices: Readonly<Record<PlanId | 'trial', string>>;
  readonly planId: PlanId;
  readonly hasTrial: boolean;
  readonly transactionId: string;
}

/** Plays a history at Paddle. What it refuses was not done, as in life. */
function play(planId: PlanId, hasTrial: boolean, acts: readonly Act[], start: Date): Played {
  const paddle = rehearsePaddle(manualClock(start));
  const priceOf = (id: PlanId) =>
    paddle.sell({
      cents: terms[id].priceAmount,
      cycle: id === '1-month' ? month : { ...year, frequency: terms[id].months / 12 },
    }).id;
  const trial = paddle.sell({ cents: 1199, cycle: month, trial: { interval: 'day', frequency: 3 } }).id;
  const prices = { ...byPlan(priceOf), trial };
  const priceId = hasTrial ? prices.trial : prices[planId];
  const bought = paddle.buy({ priceId, email: 'ada@example.com' });
  const subscriptionId = bought.subscriptionId ?? '';
  const nth = (index: number) => paddle.books().at(index % paddle.books().length)?.transaction_id ?? '';
  for (const done of acts) {
    try {
      doAct(paddle, subscriptionId, prices, nth, done);
    } catch (error) {
      const isRefusal = error instanceof Error && 'status' in error;
      if (!isRefusal) throw error;
    }
  }
  return { paddle, prices, planId, hasTrial, transactionId: bought.transactionId };
}

const byPlan = (of: (id: PlanId) => string): Record<PlanId, string> => ({
  '1-month': of('1-month'),
  '12-months': of('12-months'),
  '24-months': of('24-months'),
});

function doAct(
  paddle: Rehearsal,
  subscriptionId: string,
  prices: Played['prices'],
  nth: (index: number) => string,
  done: Act,
): void {
  switch (done.kind) {
    case 'wait':
      return paddle.passTime(new Date(paddle.now().getTime() + done.days * dayMs));
    case 'fail':
      return paddle.failNextCharges(done.charges);
    case 'cancel':
      return paddle.cancel(subscriptionId);
    case 'undo':
      return paddle.undoCancellation(subscriptionId);
    case 'upgrade':
      return paddle.upgrade(subscriptionId, prices[done.to]);
    case 'refund': {
      const asked = paddle.refund(nth(done.nth));
      return done.decision === 'none' ? undefined : paddle.decide(asked, done.decision);
    }
    case 'chargeback':
      return void paddle.chargeBack(nth(done.nth));
  }
}

/** A customer with an order whose checkout is the one that was paid. */
async function order(under: ApiUnderTest, { prices, planId, hasTrial, transactionId }: Played) {
  const { db, clock } = under.world;
  const now = clock.now();
  for (const [id, price] of Object.entries(prices)) {
    if (id === 'trial') continue;
    const ids = { paddlePriceId: price, paddleTrialPriceId: id === '1-month' ? prices.trial : null };
    await db.updateTable('plans').set(ids).where('id', '=', id).execute();
  }
  const { id: userId } = await db
    .insertInto('users')
    .values({
      ...{ email: `${randomUUID()}@example.com`, passwordHash: null, verifiedAt: now, createdAt: now },
      paddleCustomerId: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sold = {
    kind: 'subscription',
    planId,
    trialDays: hasTrial ? 3 : 0,
    freeMonths: 0,
    ...terms[planId],
  } as const;
  const { id: orderId } = await db
    .insertInto('orders')
    .values({
      ...{ userId, kind: sold.kind, item: JSON.stringify(sold), state: 'processing', currency: 'USD' },
      ...{ totalAmount: sold.priceAmount, taxAmount: null, lines: '[]', method: 'card', provider: 'paddle' },
      paddleTransactionId: transactionId,
      paddlePriceId: hasTrial ? prices.trial : prices[planId],
      ...{ createdAt: now, processingAt: now, paidAt: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userId, orderId };
}

async function hear(under: ApiUnderTest, events: readonly object[], together: number): Promise<void> {
  const deps = processDeps(under);
  for (let at = 0; at < events.length; at += together) {
    await Promise.all(
      events.slice(at, at + together).map(async (event) => {
        const read = readPaddleEvent(event);
        if (!read.ok) throw new Error(`not readable: ${JSON.stringify(event)}`);
        await keepEvent(under.world, 'paddle', read.value, event);
        await processEventById(deps, read.value.eventId);
      }),
    );
  }
  await expireSubscriptions(deps);
}

/** All that a history leaves behind, without what only says when it was heard. */
async function outcome(under: ApiUnderTest, { userId, orderId }: { userId: string; orderId: string }) {
  const { db, clock } = under.world;
  const subscriptions = await db
    .selectFrom('subscriptions')
    .select(['state', 'planId', 'months', 'paddleSubscriptionId', 'startedAt', 'paidUntil', 'activeUntil'])
    .select(['accessUntil', 'nextPaymentAt', 'nextPaymentAmount', 'paymentKind', 'paymentLastDigits'])
    .where('orderId', '=', orderId)
    .execute();
  const grants = await db
    .selectFrom('subscriptionGrants')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscriptionGrants.subscriptionId')
    .select(['transactionId', 'kind', 'startsAt', 'endsAt', 'amount'])
    .where('orderId', '=', orderId)
    .orderBy('transactionId')
    .execute();
  const books = await db
    .selectFrom('ledgerEntries')
    .select(['kind', 'reference', 'amount', 'tax', 'product', 'happenedAt'])
    .where('orderId', '=', orderId)
    .orderBy('reference')
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .select(['adjustmentId', 'state', 'amount', 'decidedAt'])
    .where('orderId', '=', orderId)
    .orderBy('adjustmentId')
    .execute();
  const { state } = await db
    .selectFrom('orders')
    .select('state')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { state, access: await hasAccess(db, userId, clock.now()), subscriptions, grants, books, refunds };
}

type Outcome = Awaited<ReturnType<typeof outcome>>;

/** What the ledger says moved is what Paddle's own books say. */
function expectBalanced({ books }: Outcome, paddle: Rehearsal): void {
  const booked = (kind: string) =>
    books.filter((entry) => entry.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
  const theirs = paddle.books();
  const sum = (of: 'captured' | 'refunded' | 'charged_back') =>
    theirs.reduce((total, entry) => total + entry[of], 0);
  expect(booked('payment') - sum('captured')).toBe(0);
  expect(booked('refund') + sum('refunded')).toBe(0);
  expect(booked('chargeback') + sum('charged_back')).toBe(0);
}

const history = fc.record({
  planId: fc.constantFrom<PlanId>('1-month', '12-months'),
  isNew: fc.boolean(),
  acts: fc.array(act, { minLength: 1, maxLength: 12 }),
});

test('any history, told three times and out of order, ends as the same told once and in order, and the books balance', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.infiniteStream(fc.nat()), async ({ planId, isNew, acts }, chance) => {
      const start = new Date(Math.max(orderly.clock.now().getTime(), shaken.clock.now().getTime()));
      const played = play(planId, isNew && planId === '1-month', acts, start);
      const events = played.paddle.takeEvents();
      const later = played.paddle.now().getTime() + 60_000;
      for (const { clock } of [orderly, shaken]) clock.advance(later - clock.now().getTime());
      const thrice = [...events, ...events, ...events]
        .map((event) => ({ event, place: chance.next().value ?? 0 }))
        .sort((one, other) => one.place - other.place)
        .map(({ event }) => event);
      const [once, shuffled] = [await order(orderly, played), await order(shaken, played)];
      await Promise.all([hear(orderly, events, 1), hear(shaken, thrice, 6)]);
      const [wanted, ended] = [await outcome(orderly, once), await outcome(shaken, shuffled)];
      expect(ended).toEqual(wanted);
      expectBalanced(ended, played.paddle);
      // One grant for each payment, however often it was told of.
      expect(ended.grants.map(({ transactionId }) => transactionId)).toEqual(
        played.paddle
          .books()
          .map((entry) => entry.transaction_id)
          .toSorted((one, other) => (one < other ? -1 : 1)),
      );
    }),
    { numRuns: 20 },
  );
}, 180_000);
