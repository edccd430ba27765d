import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { signInContext } from '../support/browser.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
let customer: Customer;

test.beforeAll(async () => {
  customer = await newCustomer(stack);
});

test('an invalid or unknown id shows not found, without a retry and without a stack trace in the console', async ({
  page,
  context,
}) => {
  await signInContext(context, customer);
  const stacks: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && /\n\s+at /.test(message.text())) stacks.push(message.text());
  });
  for (const id of ['not-an-id', randomUUID()]) {
    for (const path of [
      '/dash/dedicated/',
      '/dash/dedicated/extend/',
      '/payment/services/',
      '/payment/subscription/',
    ]) {
      await page.goto(stack.dashboard + path + id);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    }
  }
  expect(stacks).toEqual([]);
});

test('the short URL of home keeps its query', async ({ page, context }) => {
  await signInContext(context, customer);
  await page.goto(`${stack.dashboard}/dash?x=1`);
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/?x=1`);
});

test('an invalid one-time token keeps a signed-in user on the linked page', async ({ page, context }) => {
  await signInContext(context, customer);
  await page.goto(`${stack.dashboard}/dash/home/?cometToken=not-good`);
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
});

test('a referral link with an unknown code shows no reward, and the error appears after the registration', async ({
  page,
}) => {
  await page.goto(`${stack.dashboard}/register?ref=ZZZZ-ZZZZ`);
  await expect(page.getByText(/If their code is valid, you both get 30\sdays free/)).toBeVisible();
  await page.getByLabel('Email').fill(`${randomUUID().slice(0, 8)}@strangers.test`);
  await page.getByLabel('Password').fill(randomUUID());
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(/code/)).toBeVisible();
});

test('the plan chosen in the price list stays selected through the registration', async ({ page }) => {
  await page.goto(`${stack.site}/pricing/`);
  await page.getByRole('link', { name: /24 months/ }).click();
  await page.getByLabel('Email').fill(`${randomUUID().slice(0, 8)}@strangers.test`);
  await page.getByLabel('Password').fill(randomUUID());
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('radio', { name: /^24 months/ })).toBeChecked();
  // Confirms the address like the link in the email.
  await page.goto(`${stack.dashboard}/payment/subscription`);
  await expect(page.getByRole('radio', { name: /^24 months/ })).toBeChecked();
});

test('a sales request that cannot be sent shows an error', async ({ page, context }) => {
  await signInContext(context, customer);
  await page.goto(`${stack.dashboard}/dash/contact-sales/`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('How many people').fill('20');
  await page.getByLabel('What you need').fill('An offer.');
  await page.route('**/api/v1/support/sales-requests', (route) => route.abort());
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Something went wrong and your message has not been sent.')).toBeVisible();
  await expect(page.getByLabel('What you need')).toHaveValue('An offer.');
});

test('every screen of the dashboard has the sign-out button', async ({ page, context }) => {
  await signInContext(context, await newCustomer(stack));
  await page.goto(`${stack.dashboard}/dash/devices`);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login\//);
});
