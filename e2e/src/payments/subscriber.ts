import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, type ReplyOf } from '@comet/contract';
import { expect } from '@playwright/test';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runningStack, stateFolder } from '../support/running-stack.ts';

const stack = runningStack();

/** Number of a test card that pays once and is declined at renewal. */
export const declinedAtRenewal = '4000 0027 6000 3184';

type Subscription = NonNullable<ReplyOf<typeof api.showSubscription>['subscription']>;

/** Creates a customer with a plan of `months` months, paid by card. */
export async function newSubscriber(months: number, card?: string): Promise<Customer> {
  const customer = await newCustomer(stack);
  await subscribe(customer, months, card);
  return customer;
}

/** An open checkout at Paddle. */
export interface CardCheckout {
  readonly orderId: string;
  readonly transactionId: string;
}

/** Pays a plan of `months` months by card, without a browser. */
export async function subscribe(customer: Customer, months: number, card?: string): Promise<void> {
  const { transactionId } = await openCheckout(customer, months);
  await payCheckout(transactionId, card);
  await expect.poll(async () => (await subscriptionOf(customer))?.state).toMatch(/^(active|trialing)$/);
}

/** Opens the checkout of a plan of `months` months. */
export async function openCheckout(customer: Customer, months: number): Promise<CardCheckout> {
  const { plans } = await customer.client.call(api.listPlans, {});
  const plan = plans.find((one) => one.months === months);
  const drafted = await customer.client.call(api.createOrder, {
    body: { kind: 'subscription', planId: plan?.id ?? '' },
    idempotencyKey: randomUUID(),
  });
  const { order } = await customer.client.call(api.payOrder, {
    params: { id: drafted.order.id },
    body: { method: 'card' },
  });
  const { id, checkout } = order;
  return { orderId: id, transactionId: checkout?.provider === 'paddle' ? checkout.transactionId : '' };
}

/** Pays an open checkout by card. */
export async function payCheckout(transactionId: string, card = '4242 4242 4242 4242'): Promise<void> {
  await callSandbox('POST', `/paddle/checkout/${transactionId}/pay`, {
    number: card,
    expiry: '12/40',
    cvc: '123',
    name: 'A Customer',
  });
}

export async function subscriptionOf(customer: Customer): Promise<Subscription | null> {
  return (await customer.client.call(api.showSubscription, {})).subscription;
}

/** Returns the customer's subscription from the Paddle sandbox. */
export async function paddleSubscription(customer: Customer) {
  const { data: customers } = await paddle<{ id: string }>(
    `/customers?email=${encodeURIComponent(customer.email)}`,
  );
  const { data } = await paddle<{ id: string; status: string; next_billed_at: string | null }>(
    `/subscriptions?customer_id=${customers[0]?.id}`,
  );
  const [subscription] = data;
  if (subscription === undefined) throw new Error('Paddle has no subscription of this customer');
  return subscription;
}

/** Advances the sandbox clock to one minute after `at` and processes what is due until then. */
export async function advanceClockTo(at: string | Date): Promise<void> {
  const to = new Date(new Date(at).getTime() + 60_000).toISOString();
  await callSandbox('POST', '/control/clock', { to });
}

/** Approves or rejects the customer's pending refund. */
export async function decideRefund(customer: Customer, decision: 'approve' | 'reject'): Promise<void> {
  const { id } = await paddleSubscription(customer);
  await decidePending(`subscription_id=${id}`, decision);
}

/** Approves or rejects the pending refund of a payment. */
export const decideRefundOf = (transactionId: string, decision: 'approve' | 'reject'): Promise<void> =>
  decidePending(`transaction_id=${transactionId}`, decision);

async function decidePending(query: string, decision: 'approve' | 'reject'): Promise<void> {
  const { data } = await paddle<{ id: string; status: string }>(`/adjustments?${query}`);
  const pending = data.find(({ status }) => status === 'pending_approval');
  await callSandbox('POST', `/control/paddle/adjustments/${pending?.id}/${decision}`);
}

async function paddle<T>(path: string): Promise<{ readonly data: readonly T[] }> {
  const secrets = JSON.parse(readFileSync(join(stateFolder(), 'secrets.json'), 'utf8')) as {
    paddleApiKey: string;
  };
  return (await callSandbox('GET', `/paddle${path}`, undefined, secrets.paddleApiKey)) as {
    readonly data: readonly T[];
  };
}

async function callSandbox(method: string, path: string, body?: unknown, key?: string): Promise<unknown> {
  const response = await fetch(stack.sandbox + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
