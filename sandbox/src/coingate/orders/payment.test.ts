import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coingateForTest } from '../../../test/coingate-for-test.ts';

let context: Awaited<ReturnType<typeof coingateForTest>>;
beforeEach(async () => {
  context = await coingateForTest();
});
afterEach(() => context.close());

const minutes = (count: number) => context.json('POST', '/control/clock', { advance_seconds: count * 60 });

describe('paying', () => {
  test('the choice of a coin fixes the amount and starts twenty minutes for the payment', async () => {
    const { id } = await context.order();
    const pending = await context.applyAction(id, 'choose', { currency: 'USDT' });
    expect(pending).toMatchObject({ status: 'pending', pay_currency: 'USDT', pay_amount: '60.48' });
    expect(pending.underpaid_amount).toBe('60.48');
    expect(pending['platform']).toMatchObject({ id_name: 'tron' });
    await minutes(19);
    expect((await context.get(id)).status).toBe('pending');
    await minutes(1);
    expect((await context.get(id)).status).toBe('expired');
  });

  test('never requests less than the price, in any coin', async () => {
    const { id } = await context.order({ price_amount: '11.99' });
    const { pay_amount: bitcoins } = await context.applyAction(id, 'choose', { currency: 'BTC' });
    expect(Number(bitcoins) * 91_250).toBeGreaterThanOrEqual(11.99);
    expect(Number(bitcoins) * 91_250).toBeLessThan(11.992);
  });

  test('a full payment becomes confirming, then paid, less one percent', async () => {
    const { id } = await context.order();
    await context.applyAction(id, 'pay', { confirm: false });
    expect(await context.get(id)).toMatchObject({ status: 'confirming', receive_amount: '0' });
    const paid = await context.applyAction(id, 'confirm');
    expect(paid).toMatchObject({
      status: 'paid',
      receive_amount: '59.8752',
      underpaid_amount: '0',
      is_refundable: true,
    });
    expect((await context.applyAction(id, 'pay')).error).toContain('takes no more coins');
  });

  test('an underpayment stays pending until the rest arrives, or expires with the missing amount', async () => {
    const [first, second] = [await context.order({ order_id: 'a' }), await context.order({ order_id: 'b' })];
    const under = await context.applyAction(first.id, 'underpay', { currency: 'USDT' });
    expect(under).toMatchObject({ status: 'pending', underpaid_amount: '6.048' });
    expect((await context.applyAction(first.id, 'pay')).status).toBe('paid');
    await context.applyAction(second.id, 'underpay', { currency: 'USDT' });
    await minutes(21);
    expect(await context.get(second.id)).toMatchObject({
      status: 'expired',
      underpaid_amount: '6.048',
      receive_amount: '0',
      is_refundable: true,
    });
  });

  test('an overpayment is paid and shows the excess', async () => {
    const { id } = await context.order();
    expect(await context.applyAction(id, 'overpay', { currency: 'USDT' })).toMatchObject({
      status: 'paid',
      pay_amount: '60.48',
      overpaid_amount: '6.048',
    });
  });

  test('a payment after expiry is confirmed late, if a coin was chosen in time', async () => {
    const { id } = await context.order();
    await context.applyAction(id, 'choose', { currency: 'LTC' });
    await minutes(30);
    expect((await context.applyAction(id, 'pay', { confirm: false })).status).toBe('expired');
    expect((await context.applyAction(id, 'confirm')).status).toBe('paid');
    const unchosen = await context.order();
    await minutes(121);
    expect((await context.applyAction(unchosen.id, 'pay')).error).toContain('no address');
  });

  test('can be canceled, and the blockchain can refuse', async () => {
    const [first, second] = [await context.order({ order_id: 'a' }), await context.order({ order_id: 'b' })];
    expect((await context.applyAction(first.id, 'cancel')).status).toBe('canceled');
    await context.applyAction(second.id, 'pay', { confirm: false });
    expect((await context.applyAction(second.id, 'reject')).status).toBe('invalid');
    expect((await context.applyAction(second.id, 'confirm')).error).toContain('nothing to be confirmed');
  });
});

test('a paid order is refunded in part and then in whole', async () => {
  const { id } = await context.order({ price_amount: '60' });
  const ask = (amount: string) =>
    context.call<{ id: number; status: string; refund_amount: string; errors: string[] }>(
      'POST',
      `/orders/${id}/refunds`,
      {
        amount,
        currency_id: '3',
        platform_id: '5',
        address: 'TXYZ',
        reason: 'Asked',
        email: 'ada@example.com',
        ledger_account_id: '01G130',
      },
    );
  expect((await ask('20')).status).toBe(422);
  await context.applyAction(id, 'pay');
  const platform = (
    await context.call<{ platforms: { id: number }[] }[]>('GET', '/currencies?symbol=USDT')
  ).body[0]?.platforms.map((each) => each.id);
  expect(platform).toContain(5);
  const first = await ask('20');
  expect(first.body).toMatchObject({ status: 'pending', refund_amount: '20' });
  expect((await ask('41')).body.errors).toEqual(['Request amount is above what is left of the order']);
  const decide = (refund: number, verb: string) =>
    context.json('POST', `/control/coingate/orders/${id}/refunds/${refund}/${verb}`);
  await decide(first.body.id, 'approve');
  expect((await context.get(id)).status).toBe('partially_refunded');
  const second = await ask('40');
  await decide(second.body.id, 'reject');
  expect((await context.get(id)).status).toBe('partially_refunded');
  await decide((await ask('40')).body.id, 'approve');
  expect(await context.get(id)).toMatchObject({ status: 'refunded', is_refundable: false });
});
