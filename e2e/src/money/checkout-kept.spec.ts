import { expect } from '@playwright/test';
import { enterAs } from '../browser.ts';
import { newCustomer } from '../customer.ts';
import { runningStack } from '../running-stack.ts';
import { test } from '../test.ts';

const stack = runningStack();

test.beforeEach(async ({ page, context }) => {
  await enterAs(context, await newCustomer(stack));
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

test('an empty coupon is refused beside its field', async ({ page }) => {
  await page.getByRole('button', { name: 'Add a code' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Value is required')).toBeVisible();
});
