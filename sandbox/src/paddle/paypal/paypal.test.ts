import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sandboxForTest } from '../../../test/sandbox-for-test.ts';
import { subscriptionsOf, typesOf } from '../../../test/subscriptions-for-test.ts';

let context: Awaited<ReturnType<typeof sandboxForTest>>;
let subscriptions: ReturnType<typeof subscriptionsOf>;
beforeEach(async () => {
  context = await sandboxForTest();
  subscriptions = subscriptionsOf(context);
});
afterEach(() => context.close());

interface Reply {
  readonly kind: string;
  readonly attempt_id: string;
  readonly url: string;
  readonly message?: string;
}
const checkout = (id: string, path: string, body: object) =>
  context.json<Reply>('POST', `/paddle/checkout/${id}/${path}`, body);

async function draft() {
  const price = await context.sellMonthly(1199);
  const { id: customerId } = await context.paddle.customers.create({ email: 'ada@example.com' });
  return await context.paddle.transactions.create({
    items: [{ priceId: price.id, quantity: 1 }],
    customerId,
  });
}

describe('paying with PayPal', () => {
  test('approval completes the checkout, and the subscription renews by PayPal', async () => {
    const { id } = await draft();
    const attempt = await checkout(id, 'paypal', {});
    expect(attempt.kind).toBe('redirect');
    expect((await context.paddle.transactions.get(id)).payments[0]?.status).toBe('action_required');
    const result = { attempt_id: attempt.attempt_id, approved: true, payer_email: 'ada@paypal.example' };
    expect((await checkout(id, 'paypal/answer', result)).kind).toBe('completed');
    const paid = await context.paddle.transactions.get(id);
    expect(paid.status).toBe('completed');
    expect(paid.payments[0]).toMatchObject({ status: 'captured', amount: '1199' });
    expect(paid.payments[0]?.methodDetails).toMatchObject({
      type: 'paypal',
      card: null,
      paypal: { email: 'ada@paypal.example' },
    });
    const events = await subscriptions.eventsDuring(() => subscriptions.moveDays(32));
    expect(typesOf(events)).toContain('transaction.completed');
    expect(events.at(-1)?.data).toMatchObject({
      origin: 'subscription_recurring',
      payments: [{ status: 'captured', method_details: { type: 'paypal' } }],
    });
  });

  test('leaving PayPal charges nothing, and another method can be used', async () => {
    const { id } = await draft();
    expect(await checkout(id, 'paypal', { approved: false })).toMatchObject({
      kind: 'declined',
      message: 'You left PayPal without paying. Nothing was charged.',
    });
    const after = await context.paddle.transactions.get(id);
    expect(after.status).toBe('ready');
    expect(after.payments[0]?.status).toBe('canceled');
    expect((await checkout(id, 'paypal', { approved: true })).kind).toBe('completed');
  });

  test('accepts one answer, for its own attempt only', async () => {
    const one = await draft();
    const { attempt_id: attempt } = await checkout(one.id, 'paypal', {});
    const approve = () => checkout(one.id, 'paypal/answer', { attempt_id: attempt, approved: true });
    expect((await checkout(one.id, 'paypal/answer', { attempt_id: 'another', approved: true })).kind).toBe(
      'unavailable',
    );
    await Promise.all([approve(), approve(), approve()]);
    expect(await context.paddle.subscriptions.list().next()).toHaveLength(1);
  });
});

describe('the simulated PayPal page', () => {
  test('shows the account, and returns to the checkout in the same presentation', async () => {
    const { id } = await draft();
    const { url } = await checkout(id, 'paypal', {});
    const address = `${url}?mode=inline&theme=dark&origin=http%3A%2F%2Flocalhost%3A4801`;
    const page = await (await fetch(address)).text();
    expect(page).toContain('The sandbox plays PayPal here. No money moves.');
    expect(page).toContain('$11.99');
    expect(page).toContain('value="ada@example.com"');
    const send = (approved: string) =>
      fetch(address, { method: 'POST', body: new URLSearchParams({ approved }), redirect: 'manual' });
    const back = (await send('yes')).headers.get('location') ?? '';
    expect(back).toMatch(
      new RegExp(`^/paddle/checkout/${id}\\?mode=inline&theme=dark&origin=.*&paypal=approved$`),
    );
    expect((await context.paddle.transactions.get(id)).status).toBe('completed');
    expect((await send('yes')).status).toBe(404);
    const done = await (await fetch(`${context.sandbox.url}${back}`)).text();
    expect(done).toContain('"returned":"approved"');
  });

  test('rejects a return without an attempt', async () => {
    const { id } = await draft();
    const forged = await (await fetch(`${context.sandbox.url}/paddle/checkout/${id}?paypal=approved`)).text();
    expect(forged).toContain('"returned":null');
  });
});
