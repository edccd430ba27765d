import { api } from '@comet/contract';
import { expect } from '@playwright/test';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { expectOrderHeadline, startCryptoPayment, simulateWallet } from './crypto.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

test('an expired order has charged nothing and links to a new one', async ({ context, page }) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  const orderId = await startCryptoPayment(page);
  await simulateWallet(page, 'Let the time run out', 'This payment expired');
  await expectOrderHeadline(page, orderId, 'This order has expired');
  expect((await customer.client.call(api.showSubscription, {})).subscription).toBeNull();
  await page.getByRole('link', { name: 'Choose a plan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your plan' })).toBeVisible();
});

test('cancelling at CoinGate returns to an order that charged nothing', async ({ context, page }) => {
  await signInContext(context, await newCustomer(stack));
  const orderId = await startCryptoPayment(page);
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await expect(page).toHaveURL(`${stack.dashboard}/payment/subscription/${orderId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment canceled' })).toBeVisible({
    timeout: 15_000,
  });
  await expect(page.getByText('A payment that arrives late is still credited')).toBeVisible();
});
