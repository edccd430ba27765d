import { expect } from '@playwright/test';
import { enterAs } from '../browser.ts';
import { newCustomer } from '../customer.ts';
import { launching } from '../launching.ts';
import { runningStack } from '../running-stack.ts';
import { test } from '../test.ts';

const stack = runningStack();

// As people have it: a page that is left stays in memory as it was, and comes back like that. The headless shell has no such memory.
test.use({
  launchOptions: {
    ...launching('/usr/bin/chromium'),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

test("whoever comes back from CoinGate by the browser's button can pay otherwise", async ({
  context,
  page,
}) => {
  await enterAs(context, await newCustomer(stack));
  await page.goto(`${stack.dashboard}/payment/subscription?plan=12-months`);
  await page.getByRole('radio', { name: 'Crypto' }).check();
  await page.getByRole('button', { name: 'Pay $60.48' }).click();
  await page.waitForURL(`${stack.sandbox}/coingate/invoice/**`);
  // A page from memory is not loaded, so nothing tells that it has been.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Pay $60.48' })).toBeEnabled();
  await page.getByRole('radio', { name: 'Card' }).check();
  await page.getByRole('button', { name: 'Pay $59.88' }).click();
  await expect(page.frameLocator('iframe').getByLabel('Card number')).toBeVisible();
});
