import { api } from '@comet/contract';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { expectOrderHeadline, startCryptoPayment, simulateWallet } from './crypto.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

test('an underpayment buys nothing and is explained; the rest in time completes the payment', async ({
  context,
  page,
}) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  const orderId = await startCryptoPayment(page);
  await page.getByRole('button', { name: 'Pay too little' }).click();
  await expect(page.getByText('Still missing')).toBeVisible();
  await expectOrderHeadline(page, orderId, 'Payment in process');
  await expect(page.getByText('within 30 minutes')).toBeVisible();
  await page.getByRole('button', { name: 'Finish the payment' }).click();
  await simulateWallet(page, 'Send the rest', 'Payment received');
  await expectOrderHeadline(page, orderId, /^You’re in\. Active until/);
});

test('an underpaid order fails on expiry', async ({ context, page }) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  const orderId = await startCryptoPayment(page);
  await page.getByRole('button', { name: 'Pay too little' }).click();
  await simulateWallet(page, 'Let the time run out', 'This payment expired');
  await expectOrderHeadline(page, orderId, 'The payment didn’t go through');
  await expect(page.getByText('You sent less than the order costs')).toBeVisible();
  expect((await customer.client.call(api.showSubscription, {})).subscription).toBeNull();
  await expectAccessible(page, 'an underpaid order');
});
