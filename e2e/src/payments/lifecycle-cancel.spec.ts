import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { subjectsTo } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { newSubscriber, paddleSubscription, subscriptionOf } from './subscriber.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

test('a plan is cancelled by keyboard, the cancellation is undone at home, and the plan renews', async ({
  page,
}) => {
  const customer = await newSubscriber(12);
  await signInContext(page.context(), customer);
  await page.goto(`${stack.dashboard}/dash/home/`);
  await page.getByRole('link', { name: 'Change plan' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'What would you like to change?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Keep plan' })).toBeVisible();
  await expectAccessible(page, 'the reason');
  await page.getByRole('radio', { name: 'It’s too expensive' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'A longer plan costs less a month' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to cancel' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'What happens when you cancel' })).toBeVisible();
  // The browser's back button goes through the steps.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'A longer plan costs less a month' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'It’s too expensive' })).toBeChecked();
  await page.goForward();
  await page.getByRole('button', { name: 'Continue to cancel' }).press('Enter');
  await expect(page.getByText(/^\$59\.88 on .+ won’t be charged$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel plan' }).press('Enter');
  await expect(page.getByRole('heading', { name: /^Cancelled, active until/ })).toBeVisible();
  expect((await subscriptionOf(customer))?.state).toBe('cancelled');
  expect((await paddleSubscription(customer)).next_billed_at).toBeNull();
  await expect
    .poll(() => subjectsTo(stack.mailbox, customer.email))
    .toContain('Your Comet plan is cancelled');

  await page.getByRole('link', { name: 'Go to home' }).click();
  await expect(page.getByText('You’ve cancelled')).toBeVisible();
  await expectAccessible(page, 'home after cancelling');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: /^Active until/ })).toBeVisible();
  expect((await paddleSubscription(customer)).next_billed_at).not.toBeNull();
});
