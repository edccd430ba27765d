import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '@comet/foundation';
import { ApiError, type Environment, Paddle } from '@paddle/paddle-node-sdk';
import { startSandbox } from '../src/sandbox.ts';

const API_KEY = 'pdl_sdbx_apikey_test';
export const COINGATE_TOKEN = 'coingate-token-for-tests';
export const SECRET = 'pdl_ntfset_test_secret';

/** A received webhook. */
export interface Received {
  readonly signature: string;
  readonly body: string;
  readonly event: {
    event_id: string;
    event_type: string;
    occurred_at: string;
    data: Record<string, unknown>;
  };
}

/** A server that responds to webhooks and callbacks with status `response.status` and stores them. */
async function receiver(): Promise<{
  url: string;
  received: Received[];
  callbacks: Record<string, string>[];
  response: { status: number };
  close: () => Promise<void>;
}> {
  const received: Received[] = [];
  const callbacks: Record<string, string>[] = [];
  const response = { status: 200 };
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const signature = String(request.headers['paddle-signature']);
      const isForm = String(request.headers['content-type']).includes('urlencoded');
      if (isForm) callbacks.push(Object.fromEntries(new URLSearchParams(body)));
      else received.push({ signature, body, event: JSON.parse(body) as Received['event'] });
      reply.writeHead(response.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    callbacks,
    response,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Starts a sandbox on free ports with a webhook receiver and the vendor's SDK. */
export async function sandboxForTest(options: { stateFile?: string; clock?: Clock } = {}) {
  const hook = await receiver();
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    stateFile: options.stateFile ?? null,
    paddle: { apiKey: API_KEY, webhookUrl: hook.url, webhookSecret: SECRET },
    coingate: { apiToken: COINGATE_TOKEN },
    systemClock: options.clock ?? systemClock,
  });
  const paddle = sdkFor(sandbox.url);
  const json = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const reply = await fetch(`${sandbox.url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return (await reply.json()) as T;
  };
  return {
    sandbox,
    hook,
    paddle,
    json,
    /** Creates a product with a price of `cents` per month, after `trialDays` free days. */
    async sellMonthly(cents: number, trialDays = 0) {
      const product = await paddle.products.create({ name: 'Comet VPN', taxCategory: 'saas' });
      return await paddle.prices.create({
        productId: product.id,
        description: '1 month',
        unitPrice: { amount: String(cents), currencyCode: 'USD' },
        billingCycle: { interval: 'month', frequency: 1 },
        ...(trialDays === 0 ? {} : { trialPeriod: { interval: 'day', frequency: trialDays } }),
      });
    },
    /** Creates a customer's unpaid transaction for one month. */
    async draft(cents: number, trialDays = 0) {
      const price = await this.sellMonthly(cents, trialDays);
      const customer = await paddle.customers.create({ email: 'ada@example.com' });
      const transaction = await paddle.transactions.create({
        items: [{ priceId: price.id, quantity: 1 }],
        customerId: customer.id,
        customData: { orderId: 'o-1' },
      });
      return { price, customer, transaction };
    },
    /** Creates a product with a one-time price of `cents`, quantity 1 to 1,000. */
    async sellOnce(cents: number) {
      const product = await paddle.products.create({ name: 'Residential data', taxCategory: 'saas' });
      return await paddle.prices.create({
        productId: product.id,
        description: '1 GB',
        unitPrice: { amount: String(cents), currencyCode: 'USD' },
        quantity: { minimum: 1, maximum: 1000 },
      });
    },
    pay: (transactionId: string, number = '4242424242424242') =>
      json<{ kind: string; attempt_id?: string; message?: string }>(
        'POST',
        `/paddle/checkout/${transactionId}/pay`,
        {
          number,
          expiry: '04/40',
          cvc: '123',
          name: 'Ada Lovelace',
        },
      ),
    /** Waits until `wanted` webhooks have arrived. */
    async until(wanted: (received: readonly Received[]) => boolean): Promise<void> {
      const deadline = Date.now() + 10_000;
      while (!wanted(hook.received)) {
        if (Date.now() > deadline) {
          throw new Error(`Received only: ${hook.received.map((each) => each.event.event_type).join(', ')}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async close() {
      await sandbox.close();
      await hook.close();
    },
  };
}

/** Returns the code of the Paddle error that `work` throws. */
export async function refusalCode(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof ApiError ? error.code : `no refusal: ${String(error)}`;
}

export function sdkFor(url: string, key = API_KEY): Paddle {
  return new Paddle(key, { environment: `${url}/paddle` as Environment });
}
