import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@comet/client';
import { api, type RequestOf } from '@comet/contract';
import { latestLink } from './mailbox.ts';

/** Where the parts of the service under test answer. */
export interface Addresses {
  readonly api: string;
  readonly sandbox: string;
  readonly mailbox: string;
}

export interface Customer {
  readonly email: string;
  readonly password: string;
  readonly deviceId: string;
  /** The access token that the account was made with. */
  token(): string;
  /** Calls the API as this customer. */
  readonly client: Client;
}

/** An address that no other customer calls from. */
export function ownAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3));
  return `10.${a}.${b}.${c}`;
}

/** A new account whose address is confirmed through the mailbox. */
export async function newCustomer(addresses: Addresses): Promise<Customer> {
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
      return fetch(input, { ...init, headers });
    },
  });
  token = (await client.call(api.signUp, { body: { email, password } })).accessToken;
  const link = await latestLink(addresses.mailbox, email, '/verify-email/confirm');
  const linkToken = new URL(link).searchParams.get('token') ?? '';
  await client.call(api.confirmEmail, { query: { token: linkToken } });
  return { email, password, deviceId, client, token: () => token };
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

/** A new account with a confirmed address and a subscription of twelve months. */
export async function newCustomerWithPlan(addresses: Addresses): Promise<Customer> {
  const customer = await newCustomer(addresses);
  await payByCard(addresses, customer);
  return customer;
}

/** Orders something and pays it with the test card. What follows from it may take a moment. Gives the order's id. */
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

/** What the hosted checkout's form sends. */
async function payInCheckout(sandbox: string, transactionId: string): Promise<void> {
  const response = await fetch(`${sandbox}/paddle/checkout/${transactionId}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123', name: 'A Customer' }),
  });
  const answer = await response.text();
  if (!response.ok || !answer.includes('completed'))
    throw new Error(`The checkout answered ${response.status}: ${answer}`);
}

/** Paddle as its support desk reaches it. `state` is the stack's state folder. */
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

/** The customer's subscriptions as Paddle has them. */
export async function providerSubscriptions(
  addresses: Addresses,
  state: string,
  customer: Customer,
): Promise<readonly { readonly id: string; readonly status: string }[]> {
  const paddle = paddleOf(addresses, state);
  const { data: customers } = await paddle('GET', `/customers?email=${encodeURIComponent(customer.email)}`);
  return (await paddle('GET', `/subscriptions?customer_id=${customers[0]?.id}`)).data;
}

/** Ends the customer's subscription at once, as Paddle's support desk would. */
export async function cancelAtOnce(addresses: Addresses, state: string, customer: Customer): Promise<void> {
  const [subscription] = await providerSubscriptions(addresses, state, customer);
  const body = { effective_from: 'immediately' };
  await paddleOf(addresses, state)('POST', `/subscriptions/${subscription?.id}/cancel`, body);
}
