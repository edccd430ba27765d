import type { sandboxForTest } from './sandbox-for-test.ts';

/** An event of the sandbox. */
export interface SandboxEvent {
  readonly event_type: string;
  readonly occurred_at: string;
  readonly data: Record<string, unknown>;
}

/** Helpers of subscription tests. */
export function subscriptionsOf(context: Awaited<ReturnType<typeof sandboxForTest>>) {
  const { paddle, json } = context;
  return {
    async sell(cents: number, billingCycle: { interval: 'month' | 'year'; frequency: number }) {
      const product = await paddle.products.create({ name: 'Comet VPN', taxCategory: 'saas' });
      return await paddle.prices.create({
        productId: product.id,
        description: `${billingCycle.frequency} ${billingCycle.interval}`,
        unitPrice: { amount: String(cents), currencyCode: 'USD' },
        billingCycle,
      });
    },

    /** Creates a customer with a paid or trialing monthly subscription. */
    async subscribed(cents: number, options: { trialDays?: number; card?: string } = {}) {
      const price = await context.sellMonthly(cents, options.trialDays ?? 0);
      const customer = await paddle.customers.create({ email: 'ada@example.com' });
      const transaction = await paddle.transactions.create({
        items: [{ priceId: price.id, quantity: 1 }],
        customerId: customer.id,
      });
      await context.pay(transaction.id, options.card);
      const paid = await paddle.transactions.get(transaction.id);
      const subscription = await paddle.subscriptions.get(paid.subscriptionId ?? '');
      return { transaction: paid, subscription };
    },

    /** Returns the events during `work`, oldest first. */
    async eventsDuring(work: () => Promise<unknown>): Promise<SandboxEvent[]> {
      const before = await json<SandboxEvent[]>('GET', '/control/paddle/events?limit=1000');
      await work();
      const after = await json<SandboxEvent[]>('GET', '/control/paddle/events?limit=1000');
      return after.slice(0, after.length - before.length).toReversed();
    },

    moveTo: (to: string | null) => json('POST', '/control/clock', { to }),
    moveDays: (days: number) => json('POST', '/control/clock', { advance_seconds: days * 86_400 }),
    failNext: (count: number) => json('POST', '/control/paddle/fail-next-charge', { count }),
  };
}

export const typesOf = (events: readonly SandboxEvent[]): string[] => events.map((event) => event.event_type);
