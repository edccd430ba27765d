import { ok } from '@comet/foundation';
import type { Transaction } from '@paddle/paddle-node-sdk';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventsCommand } from '../../src/features/retries/index.ts';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { transactionCompleted } from '../payments/fake-provider.ts';
import { deliver, openOrder, processInboxEvents } from '../payments/paid-user.ts';
import { operatorConsoleSettings, useOperatorConsole } from './operator-console-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi(operatorConsoleSettings);
});
afterAll(() => under.stop());

const { get, post, enrolled, signedIn } = useOperatorConsole(() => under);
const stateOf = async (id: string) =>
  (
    await under.dependencies.db
      .selectFrom('orders')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state;

/** Paddle's answer about a payment of a plan. */
function paddleSays(status: 'completed' | 'ready', at: Date): void {
  const periodEnd = new Date(at.getTime() + 365 * 24 * 3600_000).toISOString();
  vi.spyOn(under.billing, 'transaction').mockImplementation((id) =>
    Promise.resolve(
      ok({
        ...{ id, status, subscriptionId: status === 'completed' ? `sub_${id}` : null, currencyCode: 'USD' },
        ...{ origin: 'web', billingPeriod: { startsAt: at.toISOString(), endsAt: periodEnd } },
        items: [{ price: { id: 'pri_plain' } }],
        details: { totals: { grandTotal: '5988', tax: '0' } },
        payments: [{ status: 'captured', methodDetails: { type: 'paypal', card: null } }],
        ...{ createdAt: at.toISOString(), billedAt: at.toISOString() },
      } as unknown as Transaction),
    ),
  );
}

test('an order whose webhook was lost says so, and is paid once after it is fetched from the provider', async () => {
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user);
  const { cookie, token: form_token } = await signedIn('ada', await enrolled('ada'));
  const page = async () => (await get(`/ops/orders/${orderId}`, cookie)).body;
  const fetchIt = () => post('/ops/do/fetch-order', { form_token, order: orderId }, { cookie });
  expect(await page()).toContain('No webhook from Paddle has arrived yet. Paddle hasn’t been queried yet');
  expect(await page()).toContain(transactionId);

  paddleSays('ready', under.clock.now());
  expect((await fetchIt()).body).toContain('ready');
  expect(await page()).toContain('The order isn’t paid there (ready)');
  expect(await stateOf(orderId)).toBe('processing');

  paddleSays('completed', under.clock.now());
  const presses = await Promise.all([fetchIt(), fetchIt(), fetchIt()]);
  expect(presses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await stateOf(orderId)).toBe('paid');
  const payments = await under.dependencies.db
    .selectFrom('ledgerEntries')
    .select('id')
    .where('orderId', '=', orderId)
    .execute();
  expect(payments).toHaveLength(1);
  expect(await page()).not.toContain('Why this payment is stuck');
  expect((await get('/ops/audit', cookie)).body).toContain('Fetched from the payment provider');
  vi.restoreAllMocks();
});

test('a failed notification names its error on the order, and is retried once by concurrent presses', async () => {
  // A sign-in advances the clock, beyond the first pause.
  const { cookie, token: form_token } = await signedIn('grace', await enrolled('grace'));
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user);
  const at = under.clock.now();
  const period = { from: at, until: new Date(at.getTime() + 365 * 24 * 3600_000) };
  const event = transactionCompleted({ transactionId, subscriptionId: `sub_${orderId}`, at, period });
  await deliver(under, event);
  const enqueue = vi.spyOn(under.jobs, 'enqueue').mockRejectedValue(new Error('the queue is full'));
  await processInboxEvents(under);
  enqueue.mockRestore();
  expect((await get(`/ops/orders/${orderId}`, cookie)).body).toContain('the queue is full');
  const list = (await get('/ops/stuck-payments', cookie)).body;
  expect(list).toContain(event.event_id);
  expect(list).toContain('Retry now');
  const press = () => post('/ops/do/retry-event', { form_token, event: event.event_id }, { cookie });
  const codes = (await Promise.all([press(), press(), press()])).map(({ statusCode }) => statusCode);
  expect(codes.toSorted((one, other) => one - other)).toEqual([200, 422, 422]);
  await processInboxEvents(under);
  expect(await stateOf(orderId)).toBe('paid');
  const lines = await under.dependencies.db
    .selectFrom('operatorActions')
    .select('details')
    .where('action', '=', 'retry_event')
    .execute();
  expect(lines).toEqual([{ details: { event: event.event_id, events: 1 } }]);
});

test('retries all failed notifications of a type', async () => {
  const orders = [];
  for (let index = 0; index < 2; index += 1) {
    const { orderId, transactionId } = await openOrder(under, await makeUser(under));
    const at = under.clock.now();
    const period = { from: at, until: new Date(at.getTime() + 365 * 24 * 3600_000) };
    await deliver(
      under,
      transactionCompleted({ transactionId, subscriptionId: `sub_${orderId}`, at, period }),
    );
    orders.push(orderId);
  }
  const enqueue = vi.spyOn(under.jobs, 'enqueue').mockRejectedValue(new Error('the queue is full'));
  await processInboxEvents(under);
  enqueue.mockRestore();
  const command = (...words: string[]) => eventsCommand({ ...under.dependencies, operator: 'ada' }, words);
  expect(await command('list')).toContain('the queue is full');
  expect(await command('retry', 'transaction.completed')).toBe('2 notifications are processed now.');
  await processInboxEvents(under);
  expect(await Promise.all(orders.map(stateOf))).toEqual(['paid', 'paid']);
  await expect(command('retry', 'transaction.completed')).rejects.toThrow('nothing was changed');
});
