import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coingateForTest } from '../../../test/coingate-for-test.ts';

let context: Awaited<ReturnType<typeof coingateForTest>>;
beforeEach(async () => {
  context = await coingateForTest();
});
afterEach(() => context.close());

async function arrived(count: number): Promise<void> {
  await expect.poll(() => context.hook.callbacks.length).toBe(count);
}
const mode = (value: string, more: object = {}) =>
  context.json('POST', '/control/coingate/delivery', { mode: value, ...more });

describe('callbacks', () => {
  test('are a form for each status, with the token and no signature', async () => {
    const { id } = await context.order();
    await context.applyAction(id, 'pay', { currency: 'USDT' });
    await arrived(3);
    expect(context.statuses()).toEqual(['pending', 'confirming', 'paid']);
    expect(Object.keys(context.hook.callbacks[2] ?? {})).toEqual([
      'id',
      'order_id',
      'status',
      'price_amount',
      'price_currency',
      'receive_currency',
      'receive_amount',
      'pay_amount',
      'pay_currency',
      'underpaid_amount',
      'overpaid_amount',
      'is_refundable',
      'created_at',
      'token',
    ]);
    expect(context.hook.callbacks[2]).toMatchObject({
      id: String(id),
      order_id: 'ord-1',
      price_amount: '60.48',
      pay_currency: 'USDT',
      token: 'secret-of-the-order',
    });
  });

  test.each([
    [204, 'delivered', 1],
    [404, 'needs_retry', 1],
    [302, 'failed', 1],
    [401, 'failed', 1],
    [403, 'failed', 1],
  ])('a response of %i makes it %s', async (status, wanted, attempts) => {
    context.hook.response.status = status;
    const { id } = await context.order();
    await context.applyAction(id, 'cancel');
    const callback = async () =>
      (
        await context.json<{ status: string; attempts: unknown[] }[]>('GET', '/control/coingate/callbacks')
      )[0];
    await expect.poll(async () => (await callback())?.status).toBe(wanted);
    expect((await callback())?.attempts).toHaveLength(attempts);
  });

  test('duplicate, drop and reorder change the delivery', async () => {
    const { id } = await context.order();
    await mode('duplicate', { count: 1 });
    await context.applyAction(id, 'choose', { currency: 'BTC' });
    await arrived(2);
    await mode('drop', { count: 1 });
    await context.applyAction(id, 'pay', { confirm: false });
    await mode('reorder');
    await context.applyAction(id, 'confirm');
    const other = await context.order();
    await context.applyAction(other.id, 'cancel');
    await arrived(4);
    expect(context.statuses()).toEqual(['pending', 'pending', 'canceled', 'paid']);
  });

  test('delay delivers later callbacks first', async () => {
    const [late, early] = [
      await context.order({ order_id: 'late' }),
      await context.order({ order_id: 'early' }),
    ];
    await mode('delay', { delay_ms: 600, count: 1 });
    await context.applyAction(late.id, 'cancel');
    await context.applyAction(early.id, 'cancel');
    await arrived(2);
    expect(context.hook.callbacks.map((callback) => callback['order_id'])).toEqual(['early', 'late']);
  });

  test('forged_token sends a forgery before the genuine callback', async () => {
    const { id } = await context.order();
    context.hook.response.status = 200;
    await mode('forged_token', { count: 1 });
    await context.applyAction(id, 'cancel');
    await arrived(2);
    expect(context.statuses()).toEqual(['paid', 'canceled']);
    const tokens = context.hook.callbacks.map((callback) => callback['token']);
    expect(tokens[1]).toBe('secret-of-the-order');
    expect(tokens[0]).not.toBe(tokens[1]);
  });
});

describe('the payment page', () => {
  const page = async (url: string) => (await fetch(url)).text();

  test('leads by forms from the choice of a coin to the payment and back to the shop', async () => {
    const order = await context.order({
      success_url: 'https://shop.example/done',
      title: '<b>Plan</b>',
      purchaser_email: 'ada@example.com',
    });
    const url = order.payment_url ?? '';
    const first = await page(url);
    expect(first).toContain('&lt;b&gt;Plan&lt;/b&gt;');
    expect(first).toContain('ada@example.com');
    const send = (action: string, form: Record<string, string> = {}) =>
      fetch(`${url}?act=${action}`, { method: 'POST', body: new URLSearchParams(form) });
    const chosen = await send('choose', { currency: 'LTC' });
    expect(chosen.url).toBe(url);
    expect(await chosen.text()).toMatch(/Send exactly.*LTC/s);
    await send('pay', { confirm: 'false' });
    expect(await page(url)).toContain('Waiting for the blockchain');
    const paid = await (await send('confirm')).text();
    expect(paid).toContain('Payment received');
    expect(paid).toContain('href="https://shop.example/done"');
    const again = await send('pay');
    expect(again.status).toBe(422);
    expect(await again.text()).toContain('takes no more coins');
  });

  test('leads back to the shop after a cancellation', async () => {
    const order = await context.order({ cancel_url: 'https://shop.example/cart' });
    const reply = await fetch(`${order.payment_url}?act=cancel`, {
      method: 'POST',
      body: new URLSearchParams(),
      redirect: 'manual',
    });
    expect(reply.headers.get('location')).toBe('https://shop.example/cart');
  });
});
