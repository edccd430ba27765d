import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { runningStack } from '../support/running-stack.ts';
import { declinedAtRenewal, newSubscriber, paddleSubscription, subscriptionOf } from './subscriber.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const UPGRADE = `${stack.dashboard}/payment/subscription/upgrade`;

test('a longer plan is previewed, paid and listed with its invoice', async ({ page }) => {
  const customer = await newSubscriber(12);
  await signInContext(page.context(), customer);
  await page.goto(UPGRADE);
  await expect(page.getByText('Credit for unused time')).toBeVisible();
  await expect(page.getByText(/^(30|31)\sfree\sdays carried over$/)).toBeVisible();
  await expect(
    page.getByText(/2\sfree\smonths are added: this plan comes with 3, and you’ve had 1\.$/),
  ).toBeVisible();
  await expect(page.getByText('You pay today')).toBeVisible();
  await expect(page.getByText(/runs until .*; then it renews at \$83\.76\./)).toBeVisible();
  await expect(page.getByText('$0.00')).toHaveCount(0);
  await expect(page.getByText('To change to a shorter plan, please contact support.')).toBeVisible();
  await expectAccessible(page, 'the upgrade');
  await page.getByRole('button', { name: 'Contact support' }).click();
  const support = page.getByRole('dialog', { name: 'Support' });
  await expect(support.getByLabel('Message')).toHaveValue('I’d like to change to a shorter plan.');
  await page.keyboard.press('Escape');
  await expect(support).toBeHidden();
  await page.getByRole('button', { name: /^Pay \$\d+\.\d\d and change$/ }).click();
  await expect(page.getByRole('heading', { name: 'Payment completed' })).toBeVisible();
  const changed = await subscriptionOf(customer);
  expect(changed).toMatchObject({ planId: '24-months', state: 'active' });
  // The free month follows the two years, as at Paddle.
  await expect
    .poll(async () => (await paddleSubscription(customer)).next_billed_at)
    .toBe(changed?.activeUntil);
  await page.goto(`${stack.dashboard}/dash/billing/`);
  await expect(page.getByText('Change to 24 months')).toBeVisible();
  await expect(page.getByText('Comet, 12 months')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Invoice from/ })).toHaveCount(2);
  await expectAccessible(page, 'payments');
  // There is no longer plan.
  await page.goto(`${stack.dashboard}/dash/home/`);
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Change plan' })).toHaveCount(0);
  await page.goto(UPGRADE);
  await expect(page.getByRole('heading', { name: 'You have the longest plan' })).toBeVisible();
});

test('an upgrade in free days charges nothing and keeps them', async ({ page }) => {
  const customer = await newSubscriber(1);
  const { nextPayment } = (await subscriptionOf(customer)) ?? {};
  await signInContext(page.context(), customer);
  await page.goto(UPGRADE);
  await page.getByRole('button', { name: 'Change plan' }).click();
  await expect(page.getByRole('heading', { name: 'Plan changed' })).toBeVisible();
  await expect(page.getByText(/^Your free days continue\. Then you pay \$59\.88 on /)).toBeVisible();
  const after = await subscriptionOf(customer);
  expect(after).toMatchObject({ planId: '12-months', state: 'trialing' });
  expect(after?.nextPayment).toEqual({ amount: { amount: 5988, currency: 'USD' }, at: nextPayment?.at });
});

test('a declined card leaves the plan unchanged, with an error', async ({ page }) => {
  const customer = await newSubscriber(12, declinedAtRenewal);
  await signInContext(page.context(), customer);
  await page.goto(UPGRADE);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText(/^Your payment was declined, so your plan hasn’t changed/)).toBeVisible();
  expect(await subscriptionOf(customer)).toMatchObject({ planId: '12-months', state: 'active' });
});
