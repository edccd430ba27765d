import { expect, test } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { enterAs } from '../browser.ts';
import { runningStack } from '../running-stack.ts';
import { newSubscriber, refusedLater, subscriptionOf } from './subscriber.ts';

const stack = runningStack();
const UPGRADE = `${stack.dashboard}/payment/subscription/upgrade`;

test('a longer plan is previewed, paid for and listed with its invoice', async ({ page }) => {
  const customer = await newSubscriber(12);
  await enterAs(page.context(), customer);
  await page.goto(UPGRADE);
  await expect(page.getByText('Left of your plan')).toBeVisible();
  await expect(page.getByText('To change to a shorter plan, please contact support.')).toBeVisible();
  await expectAccessible(page, 'the upgrade');
  await page.getByRole('button', { name: /^Pay \$\d+\.\d\d and change$/ }).click();
  await expect(page.getByRole('heading', { name: 'Payment completed' })).toBeVisible();
  expect(await subscriptionOf(customer)).toMatchObject({ planId: '24-months', state: 'active' });
  await page.goto(`${stack.dashboard}/dash/billing/`);
  await expect(page.getByText('Change to 24 months')).toBeVisible();
  await expect(page.getByText('Comet, 12 months')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Invoice of/ })).toHaveCount(2);
  await expectAccessible(page, 'payments');
});

test('a card that is refused leaves the plan as it was, and says so', async ({ page }) => {
  const customer = await newSubscriber(12, refusedLater);
  await enterAs(page.context(), customer);
  await page.goto(UPGRADE);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText(/^The payment was declined, so your plan stays as it was/)).toBeVisible();
  expect(await subscriptionOf(customer)).toMatchObject({ planId: '12-months', state: 'active' });
});
