import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@comet/client';
import { api, type RequestOf } from '@comet/contract';
import { latestLink } from './mailbox.ts';

/** URLs of the service under test. */
export interface Addresses {
  readonly api: string;
  readonly sandbox: string;
  readonly mailbox: string;
}

export interface Customer {
  readonly email: string;
  readonly password: string;
  readonly deviceId: string;
  /** Returns the current access token. */
  token(): string;
  /** API client of this customer. */
  readonly client: Client;
}

/** The program in the customer's list of sessions. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

/** A unique source address of this customer. */
export function ownAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3));
  return `10.${a}.${b}.${c}`;
}

/** Creates an account; its email address is not confirmed. */
export async function newUnconfirmedCustomer(addresses: Addresses): Promise<Customer> {
  const email = `${randomUUID().slice(0, 8)}@customers.test`;
  const password = `pass-${randomUUID()}`;
  const deviceId = randomUUID();
  let token = '';
  const address = ownAddress();
  const client = createClient({
    baseUrl: addresses.api,
    token: () => (token === '' ? null : token),
    deviceId: () => deviceId,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      headers.set('user-agent', browser);
      return fetch(input, { ...init, headers });
    },
  });
  token = (await client.call(api.signUp, { body: { email, password } })).accessToken;
  return { email, password, deviceId, client, token: () => token };
}

/** Creates an account and confirms its address through the mailbox. */
export async function newCustomer(addresses: Addresses): Promise<Customer> {
  const customer = await newUnconfirmedCustomer(addresses);
  const link = await latestLink(addresses.mailbox, customer.email, '/verify-email/confirm');
  const token = new URL(link).searchParams.get('token') ?? '';
  await customer.client.call(api.confirmEmail, { query: { token } });
  return customer;
}

/** Buys twelve months with the test card and waits for the subscription. */
export async function payByCard(addresses: Addresses, customer: Customer): Promise<void> {
  const { plans } = await customer.client.call(api.listPlans, {});
  const plan = plans.find(({ months }) => months === 12);
  if (plan === undefined) throw new Error('There is no plan of twelve months on sale');
  await orderByCard(addresses, customer, { kind: 'subscription', planId: plan.id });
  for (let tries = 0; tries < 300; tries += 1) {
    const { subscription } = await customer.client.call(api.showSubscription, {});
    if (subscription?.state === 'active') return;
    await sleep(100);
  }
  throw new Error('The subscription did not become active within half a minute of the payment');
}

/** Creates an account with a confirmed address and a subscription of twelve months. */
export async function newCustomerWithPlan(addresses: Addresses): Promise<Customer> {
  const customer = await newCustomer(addresses);
  await payByCard(addresses, customer);
  return customer;
}

/** Orders something and pays with the test card; returns the order's id. The order may be fulfilled shortly afterwards. */
export async function orderByCard(
  addresses: Addresses,
  customer: Customer,
  wish: RequestOf<typeof api.createOrder>['body'],
): Promise<string> {
  const created = await customer.client.call(api.createOrder, { body: wish, idempotencyKey: randomUUID() });
  const { order } = await customer.client.call(api.payOrder, {
    params: { id: created.order.id },
    body: { method: 'card' },
  });
  if (order.checkout?.provider !== 'paddle') throw new Error('No checkout of Paddle was opened');
  await payInCheckout(addresses.sandbox, order.checkout.transactionId);
  return order.id;
}

/** Posts the payment like the hosted checkout's form. */
async function payInCheckout(sandbox: string, transactionId: string): Promise<void> {
  const response = await fetch(`${sandbox}/paddle/checkout/${transactionId}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123', name: 'A Customer' }),
  });
  const reply = await response.text();
  if (!response.ok || !reply.includes('completed'))
    throw new Error(`The checkout answered ${response.status}: ${reply}`);
}

/** Returns a client of the sandbox's Paddle API. `state` is the stack's state folder. */
function paddleOf(addresses: Addresses, state: string) {
  const { paddleApiKey } = JSON.parse(readFileSync(join(state, 'secrets.json'), 'utf8')) as {
    paddleApiKey: string;
  };
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${addresses.sandbox}/paddle${path}`, {
      method,
      headers: { authorization: `Bearer ${paddleApiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { data: readonly { id: string; status: string }[] };
  };
}

/** Returns the customer's subscriptions at Paddle. */
export async function providerSubscriptions(
  addresses: Addresses,
  state: string,
  customer: Customer,
): Promise<readonly { readonly id: string; readonly status: string }[]> {
  const paddle = paddleOf(addresses, state);
  const { data: customers } = await paddle('GET', `/customers?email=${encodeURIComponent(customer.email)}`);
  return (await paddle('GET', `/subscriptions?customer_id=${customers[0]?.id}`)).data;
}

/** Cancels the customer's subscription immediately at Paddle. */
export async function cancelAtOnce(addresses: Addresses, state: string, customer: Customer): Promise<void> {
  const [subscription] = await providerSubscriptions(addresses, state, customer);
  const body = { effective_from: 'immediately' };
  await paddleOf(addresses, state)('POST', `/subscriptions/${subscription?.id}/cancel`, body);
}
