import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import type { Customer } from '../support/customer.ts';
import { subjectsTo } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import {
  advanceClockTo,
  declinedAtRenewal,
  newSubscriber,
  paddleSubscription,
  subscriptionOf,
} from './subscriber.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const HOME = `${stack.dashboard}/dash/home/`;
const stateOf = async (customer: Customer) => (await subscriptionOf(customer))?.state;
/** The time at which the next payment of a customer is due. */
const dueOf = async (customer: Customer) => (await subscriptionOf(customer))?.nextPayment?.at ?? '';

test('free days continue as a paid plan', async ({ page }) => {
  const customer = await newSubscriber(1);
  await signInContext(page.context(), customer);
  await page.goto(HOME);
  await expect(page.getByText(/^Free until/)).toBeVisible();
  await advanceClockTo(await dueOf(customer));
  await expect.poll(() => stateOf(customer)).toBe('active');
  await page.reload();
  await expect(page.getByText(/^Active until/)).toBeVisible();
  await expect(page.getByText(/no questions asked$/)).toBeVisible();
  await page.goto(`${stack.dashboard}/dash/billing/`);
  await expect(page.getByText('Comet, 1 month')).toBeVisible();
  await expect(page.getByText('$11.99')).toBeVisible();
});

test('after a failed payment the plan lasts a week: another card recovers it, or it ends', async ({
  page,
  browser,
}) => {
  const [recovers, ends] = [
    await newSubscriber(1, declinedAtRenewal),
    await newSubscriber(1, declinedAtRenewal),
  ];
  await advanceClockTo(await dueOf(ends));
  for (const customer of [recovers, ends]) await expect.poll(() => stateOf(customer)).toBe('past_due');
  await expect
    .poll(() => subjectsTo(stack.mailbox, recovers.email))
    .toContain('Your Comet payment didn’t go through');
  await signInContext(page.context(), recovers);
  await page.goto(HOME);
  await expect(page.getByRole('heading', { name: /^Payment due, active until/ })).toBeVisible();
  await expectAccessible(page, 'home while a payment is due');

  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Update card' }).click();
  const portal = await opened;
  await portal.getByLabel('Card number').fill('4242 4242 4242 4242');
  await portal.getByLabel('Expiry').fill('12/40');
  await portal.getByLabel('CVC').fill('123');
  await portal.getByLabel('Name on card').fill('A Customer');
  await portal.getByRole('button', { name: /^Pay \$/ }).click();
  await expect.poll(() => stateOf(recovers)).toBe('active');
  await page.reload();
  await expect(page.getByText(/^Active until/)).toBeVisible();

  // Paddle retries for thirty days.
  const until = (await subscriptionOf(ends))?.activeUntil ?? '';
  const monthMs = 31 * 24 * 3600 * 1000;
  await advanceClockTo(new Date(Date.parse(until) + monthMs));
  await expect.poll(() => stateOf(ends)).toBe('cancelled');
  expect(await subscriptionOf(ends)).toMatchObject({ activeUntil: until, canBeUndone: false });
  expect((await paddleSubscription(ends)).status).toBe('canceled');
  const other = await browser.newContext();
  await signInContext(other, ends);
  const home = await other.newPage();
  await home.goto(HOME);
  await expect(home.getByText(/can’t be undone/)).toBeVisible();
  await home.getByRole('link', { name: 'Choose a plan' }).click();
  await expect(home.getByRole('button', { name: /^Pay \$/ })).toBeEnabled();
  await other.close();
});
