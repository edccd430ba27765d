import { expect } from '@playwright/test';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { checkoutOn, openCheckout, payWith, cards, expectPaid } from './checkout.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

test.beforeEach(async ({ page, context }) => {
  await signInContext(context, await newCustomer(stack));
  await page.goto(`${stack.dashboard}/payment/subscription`);
});

test('a reload keeps the payment method', async ({ page }) => {
  for (const name of ['Crypto', 'PayPal', 'Card']) {
    await page.getByRole('radio', { name, exact: true }).check();
    await page.getByRole('radio', { name: /^24 months/ }).check();
    await page.reload();
    await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();
  }
});

test('support opens from the head of the checkout, and no button covers the payment', async ({ page }) => {
  await page.getByRole('button', { name: 'Support' }).click();
  const support = page.getByRole('dialog', { name: 'Support' });
  await support.getByRole('button', { name: 'Close' }).click();
  await expect(support).toBeHidden();
  await expect(page.getByRole('button', { name: 'Support' })).toHaveCount(1);
  await openCheckout(page);
  // Beneath the payment sheet.
  await expect(page.locator('[inert]').getByRole('button', { name: 'Support' })).toHaveCount(1);
});

test('an empty coupon shows an error at its field', async ({ page }) => {
  await page.getByRole('button', { name: 'Add a code' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Value is required')).toBeVisible();
});

test('the back button closes the payment and stays at the checkout with its order', async ({ page }) => {
  const checkout = `${stack.dashboard}/payment/subscription`;
  await page.goto(`${stack.dashboard}/dash/home/`);
  await expect(page.getByRole('heading', { name: 'No plan yet' })).toBeVisible();
  await page.goto(checkout);
  const sheet = checkoutOn(page).getByLabel('Card number');
  const close = page.getByRole('dialog', { name: 'Payment' }).getByRole('button', { name: 'Close' });
  for (const leave of [() => page.goBack(), () => close.press('Escape')]) {
    await openCheckout(page);
    await leave();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(checkout);
    await expect(page.getByRole('button', { name: /^(Pay \$|Start \d)/ })).toBeEnabled();
  }
  await page.goBack();
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  await page.goForward();
  await payWith(await openCheckout(page), cards.succeeds);
  await expectPaid(page);
  await page.goBack();
  await expect(page).toHaveURL(checkout);
});
