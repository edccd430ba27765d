import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusalCode, sandboxForTest } from '../../../test/sandbox-for-test.ts';

let context: Awaited<ReturnType<typeof sandboxForTest>>;
beforeEach(async () => {
  context = await sandboxForTest();
});
afterEach(() => context.close());

const half = { type: 'percentage', amount: '50', description: 'Half off' } as const;

async function buy(priceId: string, discountId: string) {
  const transaction = await context.paddle.transactions.create({
    items: [{ priceId, quantity: 1 }],
    discountId,
  });
  await context.json('POST', `/paddle/checkout/${transaction.id}/pay`, {
    number: '4242424242424242',
    expiry: '04/40',
    cvc: '123',
    name: 'Ada',
    email: 'ada@example.com',
  });
  return await context.paddle.transactions.get(transaction.id);
}

describe('discounts of the catalogue', () => {
  test('are created, read, listed, changed and archived like Paddle’s', async () => {
    const made = await context.paddle.discounts.create({ ...half, code: 'HALF50', recur: false });
    expect(made).toMatchObject({
      ...half,
      status: 'active',
      code: 'HALF50',
      enabledForCheckout: true,
      mode: 'standard',
      currencyCode: null,
      maximumRecurringIntervals: null,
      restrictTo: null,
      timesUsed: 0,
    });
    expect(made.id).toMatch(/^dsc_[a-z\d]{26}$/);
    expect((await context.paddle.discounts.get(made.id)).code).toBe('HALF50');
    const changed = await context.paddle.discounts.update(made.id, { amount: '60' });
    expect(changed).toMatchObject({ amount: '60', code: 'HALF50', description: 'Half off' });
    const listed = await context.paddle.discounts.list({ code: ['HALF50'] }).next();
    expect(listed.map((discount) => discount.id)).toEqual([made.id]);
    await context.paddle.discounts.archive(made.id);
    expect(await context.paddle.discounts.list().next()).toEqual([]);
    expect(await context.paddle.discounts.list({ status: ['archived'] }).next()).toHaveLength(1);
  });

  test('get a unique code if enabled for the checkout', async () => {
    const open = await context.paddle.discounts.create({ ...half, enabledForCheckout: true });
    expect(open.code).toMatch(/^[A-Z\d]{10}$/);
    const closed = await context.paddle.discounts.create({ ...half, enabledForCheckout: false });
    expect(closed.code).toBeNull();
    expect(await refusalCode(context.paddle.discounts.create({ ...half, code: open.code }))).toBe(
      'discount_code_conflict',
    );
  });

  test.each([
    [{ ...half, amount: '101' }],
    [{ ...half, amount: '0' }],
    [{ ...half, type: 'flat' as const, amount: '1.5' }],
    [{ ...half, maximumRecurringIntervals: 3 }],
  ])('reject %j', async (wanted) => {
    expect(await refusalCode(context.paddle.discounts.create(wanted))).toBe('invalid_field');
  });
});

describe('a transaction with a discount', () => {
  test('shows it in its totals and lines, and counts the use when paid', async () => {
    const price = await context.sellMonthly(1199);
    const discount = await context.paddle.discounts.create({ ...half });
    const bought = await buy(price.id, discount.id);
    expect(bought).toMatchObject({ status: 'completed', discountId: discount.id });
    expect(bought.details?.totals).toMatchObject({ subtotal: '1199', discount: '600', grandTotal: '599' });
    expect(bought.details?.lineItems[0]?.totals).toMatchObject({ discount: '600', total: '599' });
    expect((await context.paddle.discounts.get(discount.id)).timesUsed).toBe(1);
  });

  test('applies a restricted one to its products only', async () => {
    const [plan, data] = [await context.sellMonthly(1199), await context.sellOnce(100)];
    const discount = await context.paddle.discounts.create({ ...half, restrictTo: [plan.productId] });
    const items = [
      { priceId: plan.id, quantity: 1 },
      { priceId: data.id, quantity: 40 },
    ];
    const mixed = await context.paddle.transactions.create({ items, discountId: discount.id });
    expect(mixed.details?.lineItems.map((line) => line.totals?.discount)).toEqual(['600', '0']);
    const alone = context.paddle.transactions.create({ items: items.slice(1), discountId: discount.id });
    expect(await refusalCode(alone)).toBe('transaction_discount_not_eligible');
  });

  test('can add and remove it until it is paid', async () => {
    const price = await context.sellMonthly(1199);
    const discount = await context.paddle.discounts.create({ ...half });
    const { id } = await context.paddle.transactions.create({ items: [{ priceId: price.id, quantity: 1 }] });
    const off = await context.paddle.transactions.update(id, { discountId: discount.id });
    expect(off.details?.totals?.grandTotal).toBe('599');
    const on = await context.paddle.transactions.update(id, { discountId: null });
    expect(on.details?.totals?.grandTotal).toBe('1199');
  });

  test.each([
    ['unknown', 'transaction_discount_not_found'],
    ['over', 'discount_expired'],
    ['used up', 'discount_usage_limit_exceeded'],
  ])('rejects one that is %s', async (state, code) => {
    const price = await context.sellMonthly(1199);
    const wanted = {
      over: { expiresAt: new Date(Date.now() - 1000).toISOString() },
      'used up': { usageLimit: 1 },
    }[state];
    const { id } =
      wanted === undefined
        ? { id: 'dsc_none' }
        : await context.paddle.discounts.create({ ...half, ...(wanted as object) });
    if (state === 'used up') await buy(price.id, id);
    const again = context.paddle.transactions.create({
      items: [{ priceId: price.id, quantity: 1 }],
      discountId: id,
    });
    expect(await refusalCode(again)).toBe(code);
  });

  test.each([
    [0, ['600', '600', '0', '0']],
    [3, ['0', '600', '600', '0', '0']],
  ])('after %i trial days, a discount for two periods applies to two bills', async (trialDays, discounts) => {
    const price = await context.sellMonthly(1199, trialDays);
    const recurring = { ...half, recur: true, maximumRecurringIntervals: 2 };
    const { id } = await context.paddle.discounts.create(recurring);
    await buy(price.id, id);
    await context.json('POST', '/control/clock', { advance_seconds: 95 * 86_400 });
    const all = await context.paddle.transactions.list().next();
    expect(all.map((transaction) => transaction.details?.totals?.discount)).toEqual(discounts);
    const [subscription] = await context.paddle.subscriptions.list().next();
    expect(subscription?.discount).toBeNull();
  });
});
