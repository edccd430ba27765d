import { api } from '@comet/contract';
import { type Sandbox, startSandbox } from '@comet/sandbox';
import { expect } from 'vitest';
import { insertOrder, startProcessing } from '../../src/features/orders/orders.store.ts';
import { quoteData, quotePlan } from '../../src/features/orders/quote.ts';
import { openPaddle } from '../../src/platform/paddle/paddle-call.ts';
import { type ApiUnderTest, type TestUser, webhookSecret } from '../fixture/api-fixture.ts';

/** The sandbox as the payment providers of an API under test. */
export interface SandboxPurchases {
  readonly sandbox: Sandbox;
  readonly paddle: ReturnType<typeof openPaddle>;
  /**
   * Opens a transaction at Paddle for a customer, with the order of it in the database if a user is given, and pays it. Resolves when its
   * webhook is stored.
   */
  buy(
    email: string,
    bought: { readonly kind: 'plan' | 'data'; readonly user?: TestUser },
  ): Promise<{ readonly transactionId: string; readonly subscriptionId: string | null }>;
}

/** Starts a sandbox that sells the plan of 12 months and residential data. */
export async function openPurchases(under: ApiUnderTest): Promise<SandboxPurchases> {
  const sandbox = await startSandbox({
    ...{ host: '127.0.0.1', port: 0, smtpPort: 0, stateFile: null, systemClock: under.clock },
    paddle: {
      apiKey: 'pdl_key',
      webhookUrl: `${under.baseUrl}${api.paddleWebhook.path}`,
      webhookSecret,
    },
    coingate: { apiToken: 'coins' },
  });
  const paddle = openPaddle({ apiUrl: `${sandbox.url}/paddle`, apiKey: 'pdl_key' });
  const product = await paddle.products.create({ name: 'Comet VPN', taxCategory: 'saas' });
  const plan = await paddle.prices.create({
    ...{ productId: product.id, description: '12 months' },
    unitPrice: { amount: '5988', currencyCode: 'USD' },
    billingCycle: { interval: 'year', frequency: 1 },
  });
  const data = await paddle.prices.create({
    ...{ productId: product.id, description: '1 GB' },
    unitPrice: { amount: '100', currencyCode: 'USD' },
    quantity: { minimum: 1, maximum: 1000 },
  });
  const prices = { plan: plan.id, data: data.id };
  const { db } = under.dependencies;
  await db.updateTable('plans').set({ paddlePriceId: plan.id }).where('id', '=', '12-months').execute();
  await db
    .updateTable('prices')
    .set({ paddlePriceId: data.id })
    .where('kind', '=', 'residential_data')
    .execute();

  async function buy(
    email: string,
    bought: { readonly kind: 'plan' | 'data'; readonly user?: TestUser },
  ): Promise<{ readonly transactionId: string; readonly subscriptionId: string | null }> {
    const [known] = await paddle.customers.list({ email: [email] }).next();
    const customer = known ?? (await paddle.customers.create({ email }));
    const quantity = bought.kind === 'plan' ? 1 : 5;
    const priceId = prices[bought.kind];
    const transaction = await paddle.transactions.create({
      items: [{ priceId, quantity }],
      customerId: customer.id,
    });
    if (bought.user !== undefined) await placeOrder(bought.user, bought.kind, transaction.id);
    const paid = await fetch(`${sandbox.url}/paddle/checkout/${transaction.id}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: '4242424242424242', expiry: '04/40', cvc: '123', name: 'Ada Lovelace' }),
    });
    expect(paid.status).toBe(200);
    await untilArrived(transaction.id);
    const { subscriptionId } = await paddle.transactions.get(transaction.id);
    return { transactionId: transaction.id, subscriptionId };
  }

  async function placeOrder(
    user: TestUser,
    kind: 'plan' | 'data',
    paddleTransactionId: string,
  ): Promise<void> {
    const now = under.clock.now();
    await under.dependencies.db.transaction().execute(async (trx) => {
      const plan = await trx
        .selectFrom('plans')
        .selectAll()
        .where('id', '=', '12-months')
        .executeTakeFirstOrThrow();
      const quote = quotePlan(plan, { isNew: false });
      const { months, priceAmount } = plan;
      const { trialDays, freeMonths } = quote;
      const sold =
        kind === 'plan'
          ? {
              item: {
                kind: 'subscription' as const,
                ...{ planId: plan.id, months, trialDays, freeMonths, priceAmount },
              },
              quote,
            }
          : {
              item: { kind: 'residential_data' as const, gigabytes: 5 },
              quote: quoteData('residential_data', 5, 100),
            };
      const draft = await insertOrder(trx, { userId: user.id, ...sold, currency: 'USD', now });
      await startProcessing(
        trx,
        draft,
        { method: 'card', provider: 'paddle', at: now },
        { paddleTransactionId, paddlePriceId: prices[kind], paddleQuantity: kind === 'plan' ? 1 : 5 },
      );
    });
  }

  /** Waits until Paddle's webhook about a payment is stored. */
  async function untilArrived(transactionId: string): Promise<void> {
    const { db } = under.dependencies;
    await expect
      .poll(() =>
        db
          .selectFrom('providerEvents')
          .select('eventId')
          .where('transactionId', '=', transactionId)
          .where('eventType', '=', 'transaction.completed')
          .execute(),
      )
      .toHaveLength(1);
  }

  return { sandbox, paddle, buy };
}
