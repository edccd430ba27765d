import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { subjectsTo } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { expectOrderHeadline, simulateWallet, startCryptoPayment } from './crypto.ts';
import { subscribe } from './subscriber.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

test('coins for a second plan are returned, and home shows the card plan', async ({ context, page }) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  const orderId = await startCryptoPayment(page);
  await subscribe(customer, 1);
  await simulateWallet(page, 'Pay in full', 'Payment received');
  await expectOrderHeadline(page, orderId, 'We’re returning this payment');
  await expect(
    page.getByText('You already had a plan, so we’re returning this payment of $59.88.'),
  ).toBeVisible();
  await expectAccessible(page, 'the order of a second plan');
  await expect
    .poll(() => subjectsTo(stack.mailbox, customer.email), { timeout: 10_000 })
    .toContain('We owe you $59.88 in crypto');
  await page.getByRole('link', { name: 'View payments' }).click();
  await expect(page.getByText('Being returned')).toHaveCount(1);
  await page.goto(`${stack.dashboard}/dash/home/`);
  await expect(page.getByText('1 month, renews with card ending 4242')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
});
