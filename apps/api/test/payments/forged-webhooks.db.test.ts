import { api } from '@comet/contract';
import { scrape } from '@comet/observability/scrape';
import { send } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, webhookSecret } from '../fixture/api-fixture.ts';
import { deliver, openOrder } from './paid-user.ts';
import { signatureOf, transactionCompleted } from './fake-provider.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const yearMs = 365 * 24 * 3600 * 1000;
const minuteMs = 60_000;

/** A genuine notification of a customer's payment. */
async function payment(): Promise<string> {
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user);
  const at = under.clock.now();
  const period = { from: at, until: new Date(at.getTime() + yearMs) };
  return JSON.stringify(
    transactionCompleted({ transactionId, subscriptionId: `sub_${orderId}`, at, period }),
  );
}

const signed = (body: string, secret = webhookSecret, shiftMs = 0) =>
  signatureOf(body, secret, new Date(under.clock.now().getTime() + shiftMs));
const h1Of = (signature: string) => signature.slice(signature.indexOf('h1='));

async function bring(body: string, signature: string | null): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(signature === null ? {} : { 'paddle-signature': signature }),
  };
  const { status } = await send(under.baseUrl, {
    method: 'POST',
    path: api.paddleWebhook.path,
    headers,
    body,
  });
  return status;
}

/** How often each reason was counted. */
async function counted(): Promise<Record<string, number>> {
  const lines = await scrape(under.dependencies.metrics, 'comet_api_refused_webhooks_total');
  const pattern = /\{reason="(\w+)"\} (\d+)$/;
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, reason, count] = pattern.exec(line) ?? [];
      return reason === undefined ? [] : [[reason, Number(count)]];
    }),
  );
}

/** The state that a payment would change. */
async function money(): Promise<unknown> {
  const { db } = under.dependencies;
  return [
    await db.selectFrom('providerEvents').selectAll().execute(),
    await db.selectFrom('subscriptions').selectAll().execute(),
    await db.selectFrom('ledgerEntries').selectAll().execute(),
    await db.selectFrom('orders').select(['id', 'state']).orderBy('id').execute(),
    under.jobs.recorded.length,
  ];
}

/** Kinds of forged notifications, with their metric labels. */
const forgeries: readonly (readonly [string, string, (body: string) => [string, string | null]])[] = [
  ['without a signature', 'paddle_signature_missing', (body) => [body, null]],
  ['with half a signature', 'paddle_signature_malformed', (body) => [body, signed(body).split(';')[0] ?? '']],
  [
    'with two times',
    'paddle_signature_malformed',
    (body) => [body, `ts=${Math.floor(under.clock.now().getTime() / 1000)};${signed(body)}`],
  ],
  [
    'signed six minutes ago',
    'paddle_signature_stale',
    (body) => [body, signed(body, webhookSecret, -6 * minuteMs)],
  ],
  [
    'signed in six minutes',
    'paddle_signature_future',
    (body) => [body, signed(body, webhookSecret, 6 * minuteMs)],
  ],
  [
    'with a corrected time',
    'paddle_signature_wrong',
    (body) => [
      body,
      `${signed(body).split(';')[0] ?? ''};${h1Of(signed(body, webhookSecret, -6 * minuteMs))}`,
    ],
  ],
  ['signed with another secret', 'paddle_signature_wrong', (body) => [body, signed(body, 'a guess')]],
  [
    'signed with two other secrets',
    'paddle_signature_wrong',
    (body) => [body, `${signed(body, 'a guess')};${h1Of(signed(body, 'another'))}`],
  ],
  [
    'serialised again',
    'paddle_signature_wrong',
    (body) => [JSON.stringify(JSON.parse(body), null, 1), signed(body)],
  ],
  ['with a space at its end', 'paddle_signature_wrong', (body) => [`${body} `, signed(body)]],
  [
    'changed in one figure',
    'paddle_signature_wrong',
    (body) => [body.replace('"5988"', '"5989"'), signed(body)],
  ],
];

test.each(forgeries)('a payment %s changes nothing and is counted', async (_name, reason, forge) => {
  const body = await payment();
  const before = { money: await money(), counted: await counted() };
  const [bent, signature] = forge(body);
  expect(await bring(bent, signature)).toBe(400);
  expect(await money()).toEqual(before.money);
  expect(await counted()).toEqual({ ...before.counted, [reason]: (before.counted[reason] ?? 0) + 1 });
});

test('during a secret rotation, accepts one valid signature among several, and counts nothing', async () => {
  const body = await payment();
  const before = await counted();
  expect(await bring(body, `${signed(body, 'the next one')};${h1Of(signed(body))}`)).toBe(200);
  const kept = await under.dependencies.db.selectFrom('providerEvents').select('eventType').execute();
  expect(kept).toEqual([{ eventType: 'transaction.completed' }]);
  expect(await counted()).toEqual(before);
});

test('counts a genuine notification that cannot be parsed', async () => {
  const before = await counted();
  expect((await deliver(under, { event_id: 'evt_odd', event_type: 'transaction.completed' })).status).toBe(
    422,
  );
  expect(await counted()).toEqual({ ...before, paddle_unreadable: (before['paddle_unreadable'] ?? 0) + 1 });
});

test('counts a CoinGate callback without the token of its order', async () => {
  const before = await counted();
  for (const body of ['id=1&token=guess', 'token=guess', '']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await send(under.baseUrl, {
      method: 'POST',
      path: api.coingateCallback.path,
      headers,
      body,
    });
    expect(sent.status).toBe(400);
  }
  const wrong = (before['coingate_token_wrong'] ?? 0) + 3;
  expect(await counted()).toEqual({ ...before, coingate_token_wrong: wrong });
});
