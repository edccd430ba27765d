import { expect } from '@playwright/test';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { CHROMIUM, launching } from '../support/browser-options.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

// Enables the back/forward cache, as in normal browsers; the headless shell has none.
test.use({
  launchOptions: {
    ...launching(CHROMIUM),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

test("after returning from CoinGate by the browser's button another method can be chosen", async ({
  context,
  page,
}) => {
  await signInContext(context, await newCustomer(stack));
  await page.goto(`${stack.dashboard}/payment/subscription?plan=12-months`);
  await page.getByRole('radio', { name: 'Crypto' }).check();
  await page.getByRole('button', { name: 'Pay $60.48' }).click();
  await page.waitForURL(`${stack.sandbox}/coingate/invoice/**`);
  // A page from the back/forward cache fires no load event.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Pay $60.48' })).toBeEnabled();
  await page.getByRole('radio', { name: 'Card' }).check();
  await page.getByRole('button', { name: 'Pay $59.88' }).click();
  await expect(page.frameLocator('iframe').getByLabel('Card number')).toBeVisible();
});
