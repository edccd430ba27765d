import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { formatDay } from '@comet/texts';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { runningStack } from '../support/running-stack.ts';
import { paddleSubscription } from './subscriber.ts';
import { buy, cards, checkoutOn, expectPaid, failPaddle, openCheckout, payWith } from './checkout.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const PLANS = `${stack.dashboard}/payment/subscription`;
let customer: Customer;

test.beforeEach(async ({ context }) => {
  customer = await newCustomer(stack);
  await signInContext(context, customer);
});

test('by card: selects, reviews and pays a plan, which becomes active', async ({ page }) => {
  await page.goto(PLANS);
  const summary = page.getByRole('complementary');
  await expect(summary.getByText('Pay $59.88')).toBeVisible();
  await expect(summary.getByText('Added at payment where it applies')).toBeVisible();
  await expect(summary.getByText(/^We accept Visa, Mastercard, PayPal, Bitcoin/)).toBeAttached();
  await expectAccessible(page, 'choose a plan');
  await page.getByRole('radio', { name: /^24 months/ }).check();
  await expect(summary.getByText('Pay $83.76')).toBeVisible();
  await page.getByRole('radio', { name: /^12 months/ }).check();
  await expect(summary.getByText('Pay $59.88')).toBeVisible();
  await buy(page);
  await expect(page.getByRole('heading', { name: /^You’re in\. Active until/ })).toBeVisible();
  await expect(page.getByText(`$59.88, sent to ${customer.email}`)).toBeVisible();
  const invoice = page.waitForResponse((response) => response.url().includes('/invoice'));
  await page.getByRole('button', { name: /^Invoice from/ }).click();
  expect((await invoice).status()).toBe(200);
  await expect(page.getByRole('link', { name: 'Create a WireGuard config' })).toBeVisible();
  await page.bringToFront();
  await expectAccessible(page, 'payment completed');
  const { subscription } = await customer.client.call(api.showSubscription, {});
  expect(subscription).toMatchObject({ state: 'active', planId: '12-months' });
});

test('the order, the payment sheet and the account show the same renewal, including the free month', async ({
  page,
}) => {
  await page.goto(`${PLANS}?plan=12-months`);
  const renewal = /Renews on (\d{1,2}\s\w+\s\d{4}) at \$59\.88, then every 12\smonths\./;
  const ordered = renewal.exec(await page.getByText(renewal).innerText())?.[1];
  const checkout = await openCheckout(page);
  const sheet = page.getByRole('dialog', { name: 'Payment' });
  expect(renewal.exec(await sheet.getByText(renewal).innerText())?.[1]).toBe(ordered);
  await expectAccessible(page, 'the payment sheet');
  // The provider has no record of the free months, so its frame shows no renewal.
  await expect(checkout.getByText(/renews|months|20\d\d/i)).toHaveCount(0);
  await payWith(checkout, cards.succeeds);
  await expectPaid(page);
  await expect(sheet).toHaveCount(0);
  const valueOf = (term: string) =>
    page.getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]');
  await expect(valueOf('Next payment')).toHaveText(`$59.88 on ${ordered}`);
  await expect(valueOf('Included free')).toHaveText('1 month');
  await expect(valueOf('Active until')).toHaveText(`${ordered}`);
  const { subscription } = await customer.client.call(api.showSubscription, {});
  expect(formatDay(subscription?.nextPayment?.at ?? '')).toBe(ordered);
  expect(formatDay(subscription?.activeUntil ?? '')).toBe(ordered);
  await expect
    .poll(async () => formatDay((await paddleSubscription(customer)).next_billed_at ?? ''))
    .toBe(ordered);
  await page.goto(`${stack.dashboard}/dash/home/`);
  await expect(page.getByText(`Active until ${ordered}`)).toBeVisible();
});

test('3-D Secure: a refusal charges nothing, a confirmation pays', async ({ page }) => {
  await page.goto(PLANS);
  const checkout = await openCheckout(page);
  await payWith(checkout, cards.requires3ds);
  await checkout.getByRole('button', { name: 'Refuse' }).click();
  await expect(checkout.getByText('Nothing was charged')).toBeVisible();
  await payWith(checkout, cards.requires3ds);
  await checkout.getByRole('button', { name: 'Confirm payment' }).click();
  await expectPaid(page);
});

test('another card can be used after a declined one', async ({ page }) => {
  await page.goto(PLANS);
  const checkout = await openCheckout(page);
  await payWith(checkout, cards.declined);
  await expect(checkout.getByText('Your card was declined.')).toBeVisible();
  await payWith(checkout, cards.succeeds);
  await expectPaid(page);
});

test('PayPal: a cancellation returns to the checkout, an approval pays', async ({ page }) => {
  await page.goto(PLANS);
  await page.getByRole('radio', { name: 'PayPal' }).check();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  // Only the chosen method is offered; the button that closes the sheet leads to the others.
  await expect(checkoutOn(page).getByRole('button', { name: 'Pay with PayPal' })).toBeVisible();
  await expect(checkoutOn(page).getByLabel('Card number')).toBeHidden();
  await checkoutOn(page).getByRole('button', { name: 'Pay with PayPal' }).click();
  await checkoutOn(page).getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(checkoutOn(page).getByText('You left PayPal without paying.')).toBeVisible();
  await checkoutOn(page).getByRole('button', { name: 'Pay with PayPal' }).click();
  await checkoutOn(page).getByRole('button', { name: 'Approve' }).click();
  await expectPaid(page);
  const { subscription } = await customer.client.call(api.showSubscription, {});
  expect(subscription?.paymentMethod?.kind).toBe('paypal');
});

test('a double click on pay creates one order with one checkout, also by keyboard', async ({ page }) => {
  await page.goto(PLANS);
  const opened: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/payment') || !response.ok()) return;
    const { order } = (await response.json()) as { order: { checkout: { transaction_id: string } } };
    opened.push(order.checkout.transaction_id);
  });
  const button = page.getByRole('button', { name: 'Pay $59.88' });
  await button.dblclick();
  await expect(checkoutOn(page).getByLabel('Card number')).toBeVisible();
  expect(new Set(opened).size).toBe(1);
  await payWith(checkoutOn(page), cards.succeeds);
  await expectPaid(page);
});

test('an order that another tab has replaced is paid with one click', async ({ page, context }) => {
  await page.goto(PLANS);
  await expect(page.getByRole('button', { name: 'Pay $59.88' })).toBeEnabled();
  const other = await context.newPage();
  await other.goto(PLANS);
  await expect(other.getByRole('button', { name: 'Pay $59.88' })).toBeEnabled();
  await page.bringToFront();
  await buy(page);
  await other.getByRole('button', { name: 'Pay $59.88' }).click();
  await expect(other.getByText('You already have a plan')).toBeVisible();
});

test('without a network nothing is charged, now or later, and the page offers to continue', async ({
  context,
  page,
}) => {
  await page.goto(`${PLANS}?plan=12-months`);
  const pay = page.getByRole('button', { name: 'Pay $59.88' });
  await expect(pay).toBeEnabled();
  await context.setOffline(true);
  await pay.click();
  const refusal = page.getByText('Unable to connect to our servers');
  await expect(refusal).toBeVisible();
  await page.getByRole('radio', { name: /^24 months/ }).check();
  await expect(refusal).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Pay $83.76' })).toBeEnabled();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('reports an invalid address and an invalid code', async ({ page }) => {
  await page.goto(`${PLANS}/nonsense`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.goto(`${PLANS}?coupon=%3Cscript%3E`);
  await expect(page.getByText('We don’t know this coupon code')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $59.88' })).toBeEnabled();
});

for (const [kind, words] of [
  ['unavailable', 'Paddle is currently unavailable. Please try again later.'],
  ['unknown_price', 'No product found. Please check your information and try again.'],
  ['forbidden', 'Payment cannot be started. Please try again later.'],
] as const) {
  test(`shows Paddle’s result: ${kind}`, async ({ page }) => {
    await page.goto(PLANS);
    await expect(page.getByRole('button', { name: 'Pay $59.88' })).toBeEnabled();
    await page.route('**/api/v1/orders/*/payment', async (route) => {
      const [, orderId = ''] = /orders\/([^/]+)\/payment/.exec(route.request().url()) ?? [];
      await failPaddle(kind, orderId);
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Pay $59.88' }).click();
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await page.unroute('**/api/v1/orders/*/payment');
    await openCheckout(page);
  });
}

test('each state of an order has its text', async ({ page }) => {
  const { order } = await customer.client.call(api.createOrder, {
    body: { kind: 'subscription', planId: '12-months' },
    idempotencyKey: randomUUID(),
  });
  await customer.client.call(api.payOrder, { params: { id: order.id }, body: { method: 'card' } });
  const words = {
    processing: 'If the payment is not complete within 30 minutes, finish the payment or contact support.',
    failed: 'The payment didn’t go through',
    expired: 'This order has expired',
    refunded: 'Refunded',
  };
  for (const [state, text] of Object.entries(words)) {
    await runSql('update orders set state = $1 where id = $2', [state, order.id]);
    await page.goto(`${PLANS}/${order.id}`);
    await expect(page.locator('main').getByText(text)).toBeVisible();
    await expectAccessible(page, `payment ${state}`);
    const support = page.getByRole('button', { name: 'Contact support' });
    await expect(support).toHaveCount(state === 'processing' || state === 'failed' ? 1 : 0);
  }
});

test('an order whose checkout was left leads back to the plans and the payment methods', async ({ page }) => {
  const { order } = await customer.client.call(api.createOrder, {
    body: { kind: 'subscription', planId: '12-months' },
    idempotencyKey: randomUUID(),
  });
  await customer.client.call(api.payOrder, { params: { id: order.id }, body: { method: 'card' } });
  await page.goto(`${PLANS}/${order.id}`);
  await expect(page.getByRole('heading', { name: 'You haven’t paid yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $59.88' })).toBeEnabled();
  await page.getByRole('link', { name: 'Pay another way' }).click();
  await expect(page).toHaveURL(`${PLANS}?plan=12-months#payment-method`);
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Choose another plan' }).click();
  await expect(page.getByRole('radio', { name: /^12 months/ })).toBeChecked();
});

test('the page of a payment in process links to support at once', async ({ page }) => {
  const { order } = await customer.client.call(api.createOrder, {
    body: { kind: 'subscription', planId: '12-months' },
    idempotencyKey: randomUUID(),
  });
  await runSql(`update orders set state = 'processing' where id = $1`, [order.id]);
  await page.goto(`${PLANS}/${order.id}`);
  await page.getByRole('button', { name: 'Contact support' }).click();
  await expect(page.getByRole('dialog', { name: 'Support' }).getByLabel('Message')).toBeVisible();
});
