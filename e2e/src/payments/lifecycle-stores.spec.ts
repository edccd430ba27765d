import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

test('a plan from the App Store is shown and links to the App Store for changes', async ({ page }) => {
  const customer = await newCustomer(stack);
  await fromStore(customer, 'app_store');
  await signInContext(page.context(), customer);
  await page.goto(`${stack.dashboard}/dash/home/`);
  await expect(page.getByText('App Store. Change or cancel it there.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage plan' })).toHaveAttribute(
    'href',
    'https://apps.apple.com/account/subscriptions',
  );
  await expect(page.getByText('12 months, bought in the App Store')).toBeVisible();
  await expect(page.getByText('Billed by the App Store')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Change plan' })).toHaveCount(0);
  await expectAccessible(page, 'home with a plan from a store');
  await page.goto(`${stack.dashboard}/dash/change-plan/`);
  await expect(page).toHaveURL(/\/dash\/home\//);
  await expect(
    customer.client.call(api.cancelSubscription, { body: { reason: null } }),
  ).rejects.toMatchObject({
    code: 'subscription_in_app_store',
  });
});

test('a plan from Google Play links there', async ({ page }) => {
  const customer = await newCustomer(stack);
  await fromStore(customer, 'play_store');
  await signInContext(page.context(), customer);
  for (const screen of ['home', 'delete-account']) {
    await page.goto(`${stack.dashboard}/dash/${screen}/`);
    await expect(page.getByRole('link', { name: 'Manage plan' })).toHaveAttribute(
      'href',
      'https://play.google.com/store/account/subscriptions',
    );
  }
});

/** Inserts a plan that was bought in an app store. */
const fromStore = ({ email }: Customer, source: 'app_store' | 'play_store') =>
  runSql(
    `insert into subscriptions (user_id, plan_id, months, state, source, store_reference, started_at, paid_until, active_until,
       access_until, currency, created_at)
     select id, '12-months', 12, 'active', $3, $2, now(), now() + interval '1 year', now() + interval '1 year',
       now() + interval '1 year', 'USD', now() from users where email = $1`,
    [email, randomUUID(), source],
  );
