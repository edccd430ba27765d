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
  await page.getByRole('button', { name: 'Cancel', exact: true }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Cancel renewal?' });
  await expect(question.getByText(/The \$59\.88 due on .+ won’t be charged\./)).toBeVisible();
  await expectAccessible(page, 'the question');
  await question.getByRole('button', { name: 'Keep plan' }).press('Enter');
  await expect(question).toBeHidden();
  expect((await subscriptionOf(customer))?.state).toBe('active');

  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await question.getByRole('button', { name: 'Cancel renewal' }).press('Enter');
  const done = page.getByRole('dialog', { name: /^Canceled, active until/ });
  await expect(done).toBeVisible();
  expect((await subscriptionOf(customer))?.state).toBe('cancelled');
  expect((await paddleSubscription(customer)).next_billed_at).toBeNull();
  await expectAccessible(page, 'the optional reason');
  await done.getByRole('radio', { name: 'It’s too expensive' }).check();
  await done.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(done).toBeHidden();
  await expect.poll(() => subjectsTo(stack.mailbox, customer.email)).toContain('Your Comet plan is canceled');

  await expect(page.getByText('You’ve canceled')).toBeVisible();
  await expectAccessible(page, 'home after cancelling');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Active until/)).toBeVisible();
  expect((await paddleSubscription(customer)).next_billed_at).not.toBeNull();
});
