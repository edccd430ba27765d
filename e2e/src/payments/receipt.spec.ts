import { api } from '@comet/contract';
import { expect } from '@playwright/test';
import { signInContext } from '../support/browser.ts';
import { latestLink } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';
import { newSubscriber } from './subscriber.ts';

const stack = runningStack();

test('a receipt leads to its invoice in one click, and billing has the number of its order', async ({
  page,
}) => {
  const customer = await newSubscriber(12);
  const { payments } = await customer.client.call(api.listPayments, {});
  const { id = '', orderNumber = '' } = payments[0] ?? {};
  const link = await latestLink(stack.mailbox, customer.email, `/dash/billing/invoice/${id}`);
  await signInContext(page.context(), customer);
  const invoice = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url().startsWith(stack.sandbox),
  );
  await page.goto(link, { waitUntil: 'commit' });
  expect((await (await invoice).response())?.status()).toBe(200);
  await page.goto(`${stack.dashboard}/dash/billing/`);
  await expect(page.getByText(`Order ${orderNumber}`)).toBeVisible();
});
