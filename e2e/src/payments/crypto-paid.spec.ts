import { api } from '@comet/contract';
import { expect } from '@playwright/test';
import { expectAccessible, untilShown } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { subjectsTo } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { expectOrderHeadline, startCryptoPayment, simulateWallet } from './crypto.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

test('confirmed coins buy the period without renewal; one receipt is sent', async ({ context, page }) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  const orderId = await startCryptoPayment(page);
  await simulateWallet(page, 'Pay in full', 'Payment received');
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^You’re in\. Active until/ })).toBeVisible({
    timeout: 15_000,
  });
  await expect(page).toHaveURL(`${stack.dashboard}/payment/subscription/${orderId}`);
  const { subscription } = await customer.client.call(api.showSubscription, {});
  expect(subscription).toMatchObject({
    state: 'active',
    months: 12,
    nextPayment: null,
    paymentMethod: { kind: 'crypto', lastDigits: null },
  });
  await expect
    .poll(() => subjectsTo(stack.mailbox, customer.email), { timeout: 10_000 })
    .toContain('Receipt: $60.48 for Comet');
});

test('the page shows the fee, that crypto has no renewal and no refund, and more than seventy coins', async ({
  context,
  page,
}) => {
  await signInContext(context, await newCustomer(stack));
  await page.goto(`${stack.dashboard}/payment/subscription?plan=1-month`);
  await untilShown(page);
  await page.getByRole('radio', { name: 'Crypto' }).check();
  await expect(page.getByText('It doesn’t auto-renew')).toBeVisible();
  await expect(page.getByText('With crypto you pay today')).toBeVisible();
  const summary = page.getByRole('complementary');
  await expect(summary.getByText('Crypto payments can’t be refunded.')).toBeVisible();
  await expect(summary.getByText('money-back')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pay $12.11' })).toBeVisible();
  const coins = page.getByText(/^\d+\scoins accepted$/);
  expect(Number.parseInt((await coins.textContent()) ?? '', 10)).toBeGreaterThanOrEqual(70);
  await coins.click();
  await expect(page.getByText('Bitcoin', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the checkout in crypto');
  await page.getByRole('radio', { name: 'Card' }).check();
  await expect(summary.getByText('money-back')).toBeVisible();
  await expect(summary.getByText('Crypto payments can’t be refunded.')).toHaveCount(0);
});

test('a late payment is accepted, and the open page updates automatically', async ({ context, page }) => {
  await signInContext(context, await newCustomer(stack));
  const orderId = await startCryptoPayment(page);
  await simulateWallet(page, 'Let the time run out', 'This payment expired');
  const invoice = page.url();
  await expectOrderHeadline(page, orderId, 'This order has expired');
  const wallet = await context.newPage();
  await wallet.goto(invoice);
  await simulateWallet(wallet, 'Pay after expiry', 'Payment received');
  await wallet.close();
  await expect(page.getByRole('heading', { level: 1, name: /^You’re in\. Active until/ })).toBeVisible({
    timeout: 15_000,
  });
  await page.getByRole('link', { name: 'Go to home' }).click();
  await expect(page.getByText(/^Active until/)).toBeVisible();
});
