import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext, signInByForm } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { addCoupon, buy } from './checkout.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const newCode = () => `E2E-${randomUUID().slice(0, 8).toUpperCase()}`;

test('a code is rejected with its reason, applied, and removed', async ({ context, page }) => {
  const [code, other] = [newCode(), newCode()];
  await addCoupon(code, { percent: 20 });
  await addCoupon(other, { percent: 20, plans: ['24-months'] });
  await signInContext(context, await newCustomer(stack));
  await page.goto(`${stack.dashboard}/payment/subscription`);
  await page.getByRole('button', { name: 'Add a code' }).click();
  const field = page.getByLabel('Coupon code');
  await expect(field).toBeFocused();
  await field.fill('NOBODY-MADE-IT');
  await page.keyboard.press('Enter');
  await expect(page.getByText('We don’t know this coupon code')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $59.88' })).toBeVisible();
  await expectAccessible(page, 'a refused coupon');
  await page.getByLabel('Coupon code').fill(other);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('This coupon is for another plan')).toBeVisible();
  await page.getByLabel('Coupon code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Pay $47.90' })).toBeVisible();
  await expect(page.getByText('Coupon, 20% off')).toBeVisible();
  await page.getByRole('radio', { name: /^1 month/ }).check();
  await expect(page.getByRole('button', { name: 'Pay $9.59' })).toBeVisible();
  await expect(page.getByText('With this coupon you pay today')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Start 3 days free' })).toBeVisible();
});

test('an offer opened signed out stays through the registration and applies to the payment', async ({
  page,
}) => {
  const code = newCode();
  await addCoupon(code, { percent: 50, plans: ['24-months'], total: 1 });
  await page.goto(`${stack.dashboard}/claim-offer/?code=${code.toLowerCase()}`);
  await expect(page.getByRole('heading', { name: '50% off your first payment' })).toBeVisible();
  await expect(page.getByText('Plans: 24 months.')).toBeVisible();
  await expectAccessible(page, 'an offer');
  await page.getByRole('link', { name: 'Choose a plan' }).click();
  await expect(page).toHaveURL(/\/register\/\?redirect=/);
  const customer = await newCustomer(stack);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInByForm(page, customer);
  await expect(page.getByRole('radio', { name: /^24 months/ })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Pay $41.88' })).toBeVisible();
  await buy(page);
  const { subscription } = await customer.client.call(api.showSubscription, {});
  expect(subscription).toMatchObject({ planId: '24-months', nextPayment: { amount: { amount: 8376 } } });
  await page.goto(`${stack.dashboard}/claim-offer/?code=${code}`);
  await expect(page.getByText('This coupon has reached its limit')).toBeVisible();
  await expectAccessible(page, 'an offer that is over');
});

test('a link without a valid code leads to the plans', async ({ page }) => {
  for (const query of ['', '?code=%3Cb%3E', '?code=NEVER-MADE']) {
    await page.goto(`${stack.dashboard}/claim-offer/${query}`);
    await expect(page.getByRole('heading', { name: 'This offer isn’t available' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'See the plans' })).toBeVisible();
  }
});
