import type { InMemoryPaddle, SignedWebhook } from '@comet/sandbox';
import { createInMemoryPaddle, signedWebhook } from '@comet/sandbox';
import { addMonths } from '../../src/features/plans/index.ts';
import { insertOrder, startProcessing } from '../../src/features/orders/orders.store.ts';
import { quotePlan } from '../../src/features/orders/quote.ts';
import type { SubscriptionItem } from '../../src/platform/database/schema.ts';
import { type ApiUnderTest, webhookSecret } from '../fixture/api-fixture.ts';

export type SentEvent = ReturnType<InMemoryPaddle['takeEvents']>[number];

export const planIds = ['1-month', '12-months', '24-months'] as const;
export type PlanId = (typeof planIds)[number];

/** The in-memory Paddle with the plans of the API. */
export interface Shop {
  readonly paddle: InMemoryPaddle;
  /** By plan: the price without a trial, and the one with a trial, if there is one. */
  readonly prices: Readonly<Record<PlanId, { readonly plain: string; readonly trial: string | null }>>;
}

const plansOf = (under: ApiUnderTest) => under.dependencies.db.selectFrom('plans').selectAll().execute();

/** Opens the shop at the API's current time, with new prices that are stored in the API's plans. */
export async function openShop(under: ApiUnderTest): Promise<Shop> {
  // Its clock continues from there; the API's clock is set accordingly.
  const start = under.clock.now();
  const paddle = createInMemoryPaddle({ now: () => start });
  const prices = new Map<string, { plain: string; trial: string | null }>();
  for (const { id, months, priceAmount: cents, trialDays } of await plansOf(under)) {
    const cycle =
      months % 12 === 0
        ? ({ interval: 'year', frequency: months / 12 } as const)
        : ({ interval: 'month', frequency: months } as const);
    const trial = { interval: 'day', frequency: trialDays } as const;
    const plain = paddle.sell({ cents, cycle }).id;
    const withTrial = trialDays > 0 ? paddle.sell({ cents, cycle, trial }).id : null;
    prices.set(id, { plain, trial: withTrial });
    await under.dependencies.db
      .updateTable('plans')
      .set({ paddlePriceId: plain, paddleTrialPriceId: withTrial })
      .where('id', '=', id)
      .execute();
  }
  return { paddle, prices: Object.fromEntries(prices) as Shop['prices'] };
}

/** A customer's purchase at Paddle, with its order of the API. */
export interface Bought {
  readonly planId: PlanId;
  readonly item: SubscriptionItem;
  readonly priceId: string;
  readonly total: number;
  readonly transactionId: string;
  readonly subscriptionId: string;
}

/** Buys and pays a plan. With free months it moves the next payment, as the API's job does after the payment. */
export async function buy(
  under: ApiUnderTest,
  { paddle, prices }: Shop,
  { planId, email }: { readonly planId: PlanId; readonly email: string },
): Promise<Bought> {
  const plan = (await plansOf(under)).find(({ id }) => id === planId);
  if (plan === undefined) throw new Error(`no plan ${planId}`);
  const quote = quotePlan(plan, { isNew: true });
  const { months, priceAmount } = plan;
  const { trialDays, freeMonths } = quote;
  const priceId = (trialDays > 0 ? prices[planId].trial : null) ?? prices[planId].plain;
  const { transactionId, subscriptionId } = paddle.buy({ priceId, email });
  if (subscriptionId === null) throw new Error('nothing was bought');
  if (freeMonths > 0) {
    const period = paddle.transaction(transactionId).billing_period;
    paddle.moveNextPayment(subscriptionId, addMonths(new Date(period?.ends_at ?? ''), freeMonths));
  }
  return {
    ...{ planId, priceId, transactionId, subscriptionId, total: quote.total },
    item: { kind: 'subscription', planId, months, trialDays, freeMonths, priceAmount },
  };
}

let customers = 0;

/** Creates an account with the order of a purchase. `rename` maps the id of the order's transaction. */
export async function placeOrder(
  under: ApiUnderTest,
  bought: Bought,
  rename = (text: string) => text,
): Promise<{ readonly userId: string; readonly orderId: string }> {
  const now = under.clock.now();
  customers += 1;
  const email = `simulated-${customers}@example.com`;
  return under.dependencies.db.transaction().execute(async (trx) => {
    const { id: userId } = await trx
      .insertInto('users')
      .values({
        email,
        passwordHash: null,
        verifiedAt: now,
        paddleCustomerId: null,
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { item, priceId: paddlePriceId } = bought;
    const quote = { lines: [], total: bought.total };
    const draft = await insertOrder(trx, { userId, item, quote, currency: 'USD', now });
    const paddleTransactionId = rename(bought.transactionId);
    const opened = { method: 'card', provider: 'paddle', at: now } as const;
    await startProcessing(trx, draft, opened, { paddleTransactionId, paddlePriceId });
    return { userId, orderId: draft.id };
  });
}

/** Renames all ids of a customer's events, for a second customer with the same history. */
export const renamed = (text: string, mark: string) =>
  text.replaceAll(/\b(?:evt|txn|sub|adj|ctm|ntf)_[0-9a-z]{26}\b/g, (id) => `${id}${mark}`);

export const renamedEvent = (event: SentEvent, mark: string): SentEvent =>
  JSON.parse(renamed(JSON.stringify(event), mark)) as SentEvent;

/** Signs an event with the API's current time. */
export const signedNow = (under: ApiUnderTest, event: SentEvent): SignedWebhook =>
  signedWebhook(event, webhookSecret, under.clock.now());
