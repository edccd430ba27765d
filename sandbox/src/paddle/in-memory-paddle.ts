import { type Clock, systemClock } from '@comet/foundation';
import { advanceTime, sandboxClock } from '../platform/schedule.ts';
import { createAdjustment, decideAdjustment } from './adjustments/adjustment.ts';
import { reverseChargeback } from './adjustments/reverse-chargeback.ts';
import { fieldsOf } from './api/fields.ts';
import { type PaddleEntry, paddleLedger } from './ledger.ts';
import { priceOf } from './catalog/prices.ts';
import { productOf } from './catalog/products.ts';
import { payByCard } from './checkout/pay.ts';
import { createCustomer } from './customers/customers.ts';
import { emptyPaddle, type PaddleEvent } from './state.ts';
import { subscriptionSchedule } from './subscriptions/subscription-schedule.ts';
import { changeSubscription, scheduleCancellation } from './subscriptions/change-subscription.ts';
import { subscriptionById } from './subscriptions/subscription.ts';
import { createTransaction, transactionById } from './transactions/transaction.ts';
import type { Adjustment, BillingCycle, Price, Transaction } from './wire.ts';
import { createPaddleContext } from './context.ts';

/** A Paddle in memory, without HTTP and webhook delivery, for thousands of simulated histories per second. */
export interface InMemoryPaddle {
  /** Creates a price: recurring with `cycle`, else one-time with quantity 1 to 1,000. */
  sell(what: { cents: number; cycle?: BillingCycle; trial?: BillingCycle; productId?: string }): Price;
  /** Buys as a customer and pays with a valid card or the given one. Returns Paddle's ids. */
  buy(what: {
    priceId: string;
    quantity?: number;
    email: string;
    customData?: Transaction['custom_data'];
    card?: string;
  }): { transactionId: string; customerId: string; subscriptionId: string | null };
  cancel(subscriptionId: string): void;
  undoCancellation(subscriptionId: string): void;
  /** Changes to another price, prorated immediately; in a trial nothing is billed before its end. Throws Paddle's errors. */
  upgrade(subscriptionId: string, priceId: string): void;
  /** Moves the next payment, like free days. Throws Paddle's errors. */
  moveNextPayment(subscriptionId: string, at: Date): void;
  /** Requests a refund of a transaction's rest, or of `cents` of its first line. Throws Paddle's errors. */
  refund(transactionId: string, cents?: number): Adjustment;
  decide(adjustment: Adjustment, status: 'approved' | 'rejected'): void;
  chargeBack(transactionId: string): Adjustment;
  /** Reverses a chargeback (the shop wins the dispute); null if it is not effective. */
  reverseChargeback(chargeback: Adjustment): Adjustment | null;
  /** Makes the next `count` charges of stored cards fail. */
  failNextCharges(count: number): void;
  /** Advances the clock; renewals and retries run at their due times. */
  advanceTime(until: Date): void;
  now(): Date;
  transaction(id: string): Transaction;
  /** Returns the actual payments and refunds of each transaction. */
  ledger(): PaddleEntry[];
  /** Returns the events since the last call, in order. */
  takeEvents(): PaddleEvent[];
}

/** Creates an in-memory Paddle whose clock starts at `clock`. */
export function createInMemoryPaddle(clock: Clock = systemClock): InMemoryPaddle {
  const state = emptyPaddle();
  const time = sandboxClock(clock, { clockOffset: 0 });
  const context = createPaddleContext({
    state,
    clock: time,
    systemClock: clock,
    apiUrl: 'https://rehearsal.invalid/paddle',
    changed: () => undefined,
    send: () => undefined,
    keptEvents: Number.POSITIVE_INFINITY,
  });
  state.delivery = { mode: 'drop', delayMs: 0, remaining: null };
  const schedule = subscriptionSchedule(context);
  const byEmail = new Map<string, string>();

  return {
    sell({ cents, cycle, trial, productId = context.newId('pro') }) {
      const product = productOf(fieldsOf({ name: 'Comet VPN', tax_category: 'saas' }), context, 'standard');
      state.products[productId] ??= { ...product, id: productId };
      const fields = fieldsOf({
        description: 'Rehearsed',
        unit_price: { amount: String(cents), currency_code: 'USD' },
        billing_cycle: cycle ?? null,
        trial_period: trial ?? null,
        quantity: { minimum: 1, maximum: cycle === undefined ? 1000 : 1 },
      });
      const price = priceOf(fields, context, productId, 'standard');
      fields.check();
      state.prices[price.id] = price;
      return price;
    },

    buy({ priceId, quantity = 1, email, customData = null, card = '4242424242424242' }) {
      const price = state.prices[priceId];
      if (price === undefined) throw new Error(`No price ${priceId} is sold here.`);
      const customerId =
        byEmail.get(email) ??
        createCustomer(context, email, { name: null, customData: null, locale: 'en' }).id;
      byEmail.set(email, customerId);
      const { id } = createTransaction(context, {
        items: [{ price, quantity }],
        customerId,
        addressId: null,
        customData,
        discountId: null,
        origin: 'api',
        subscriptionId: null,
        billingPeriod: null,
        checkoutUrl: null,
        status: 'draft',
      });
      const typed = { number: card, expiry: '12/60', cvc: '123', name: 'Test Person' };
      payByCard(context, id, typed, { display_mode: 'overlay', theme: 'light' });
      return {
        transactionId: id,
        customerId,
        subscriptionId: transactionById(context, id).subscription_id ?? null,
      };
    },

    cancel: (id) => scheduleCancellation(context, subscriptionById(context, id)),
    undoCancellation: (id) =>
      changeSubscription(context, subscriptionById(context, id), fieldsOf({ scheduled_change: null })),
    upgrade: (id, priceId) =>
      changeSubscription(
        context,
        subscriptionById(context, id),
        fieldsOf({
          items: [{ price_id: priceId, quantity: 1 }],
          proration_billing_mode:
            subscriptionById(context, id).status === 'trialing' ? 'do_not_bill' : 'prorated_immediately',
        }),
      ),
    moveNextPayment: (id, at) =>
      changeSubscription(
        context,
        subscriptionById(context, id),
        fieldsOf({ next_billed_at: at.toISOString(), proration_billing_mode: 'do_not_bill' }),
      ),
    refund(id, cents) {
      const transaction = transactionById(context, id);
      const itemId = transaction.details?.line_items[0]?.id ?? '';
      const line = { itemId, type: 'partial', amount: String(cents) } as const;
      return createAdjustment(context, transaction, {
        action: 'refund',
        reason: 'Asked for',
        lines: cents === undefined ? null : [line],
      });
    },
    decide: (adjustment, status) => void decideAdjustment(context, adjustment, status),
    chargeBack: (id) =>
      createAdjustment(context, transactionById(context, id), {
        action: 'chargeback',
        reason: 'Disputed with the bank',
        lines: null,
      }),
    reverseChargeback: (chargeback) => reverseChargeback(context, chargeback),
    failNextCharges(count) {
      state.failures = { remaining: count, code: 'declined' };
    },
    advanceTime: (until) => void advanceTime([schedule], time, until),
    now: () => time.now(),
    transaction: (id) => transactionById(context, id),
    ledger: () => paddleLedger(state),
    takeEvents() {
      state.notifications = [];
      return state.events.splice(0);
    },
  };
}
