import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import { expect, type Page, type Route } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext, signInByForm } from '../support/browser.ts';
import {
  type Customer,
  newCustomer,
  newCustomerWithPlan,
  providerSubscriptions,
} from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { subjectsTo } from '../support/mailbox.ts';
import { runningStack, stateFolder } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const DELETION = '/dash/delete-account/';
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });

/** Opens the last confirmation in a browser. */
async function openConfirmation(page: Page, customer: Customer): Promise<void> {
  await signInContext(page.context(), customer);
  await page.goto(stack.dashboard + DELETION);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialogOf(page)).toBeVisible();
}

async function submitPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Your password').fill(password);
  await dialogOf(page).getByRole('button', { name: 'Delete account' }).click();
}

async function signIn(page: Page, customer: Pick<Customer, 'email' | 'password'>): Promise<void> {
  await page.goto(`${stack.dashboard}/login/`);
  await signInByForm(page, customer);
}

test('a subscriber sees what is deleted, deletes by keyboard only, and sees the deadline for undoing it', async ({
  page,
}) => {
  const customer = await newCustomerWithPlan(stack);
  await signInContext(page.context(), customer);
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await page.getByRole('link', { name: 'Delete account' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Delete your account' })).toBeVisible();
  await expect(page.getByText(/^\d+\sdays left, until .+\. You’ll lose them\.$/)).toBeVisible();
  await expect(page.getByText(/^\$59\.88 on .+ is canceled\. You won’t be charged again\.$/)).toBeVisible();
  await expectAccessible(page, 'what a deletion means');

  await page.getByRole('button', { name: 'Delete account' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toContainText('It will be removed permanently within 5-7 days.');
  await expect(dialogOf(page)).toContainText(/You’ll lose your \d+ remaining days\./);
  await expectAccessible(page, 'the last question');
  await expect(page.getByLabel('Your password')).toBeFocused();
  await page.keyboard.type(customer.password);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  await expect(page.getByText(/^Until \d+\s\w+\s\d{4}: reply to our email about the deletion/)).toBeVisible();
  await expect(page.getByText(/^Everything is removed permanently by \d+\s\w+\s\d{4}\.$/)).toBeVisible();
  await expectAccessible(page, 'where the account was');
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(kept).not.toMatch(new RegExp(`access-token|${customer.email}`));
  await expect(customer.client.call(api.currentUser, {})).rejects.toMatchObject({ status: 401 });
  await expect
    .poll(() => subjectsTo(stack.mailbox, customer.email))
    .toContain('Your Comet account was deleted');
  await expect
    .poll(() => providerSubscriptions(stack, stateFolder(), customer))
    .toEqual([expect.objectContaining({ status: 'canceled' })]);

  await signIn(page, customer);
  await expect(
    page.getByText(
      'This account was recently deleted. Please create a new one or contact support to recover old one.',
    ),
  ).toBeVisible();
  await signIn(page, { ...customer, password: 'something else' });
  await expect(page.getByText('Wrong username or password.')).toBeVisible();
});

test('every error has its message, and nothing is deleted', async ({ page }) => {
  const customer = await newCustomer(stack);
  await openConfirmation(page, customer);
  await dialogOf(page).getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Value is required')).toBeVisible();
  await submitPassword(page, 'something else');
  await expect(page.getByText('The password you entered isn’t correct')).toBeVisible();

  const here = `${stack.dashboard}/api/v1/users/current`;
  const failing = (status: number, code: string) => (route: Route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status, json: { error: { code, message: 'x' } } })
      : route.fallback();
  for (const [status, code, words] of [
    [429, 'too_many_requests', 'Too many requests'],
    [500, 'internal_error', 'Something went wrong'],
  ] as const) {
    await page.route(here, failing(status, code));
    await submitPassword(page, customer.password);
    await expect(dialogOf(page).getByRole('alert').filter({ hasText: words })).toBeVisible();
    await page.unroute(here);
  }
  await page.route(here, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  await submitPassword(page, customer.password);
  await expect(page.getByText('Unable to connect to our servers')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused();
  await page.getByRole('link', { name: 'Keep account' }).click();
  await expect(page).toHaveURL(`${stack.dashboard}/dash/settings/`);
  expect((await customer.client.call(api.currentUser, {})).email).toBe(customer.email);
});

test('after a lost response the request is repeated, although the deletion ended the session', async ({
  page,
}) => {
  const customer = await newCustomer(stack);
  await openConfirmation(page, customer);
  let lost = 0;
  await page.route(`${stack.dashboard}/api/v1/users/current`, async (route) => {
    if (route.request().method() !== 'DELETE' || lost > 0) return route.fallback();
    lost += 1;
    await route.fetch({ url: route.request().url().replace(stack.dashboard, stack.api) });
    return route.abort();
  });
  await submitPassword(page, customer.password);
  await expect(page.getByText('Unable to connect to our servers')).toBeVisible();
  // Reads are fresh for five seconds; afterwards, window focus repeats them with the ended session.
  const refused = page.waitForResponse((response) => response.status() === 401);
  await sleep(5_100);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await refused;
  await dialogOf(page).getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  expect(lost).toBe(1);
});

test('without a password, a recent sign-in is required and sufficient', async ({ page }) => {
  const customer = await newCustomer(stack);
  await runSql('update users set password_hash = null where email = $1', [customer.email]);
  await openConfirmation(page, customer);
  await expect(page.getByLabel('Your password')).toBeHidden();
  await dialogOf(page).getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Sign in again to do this')).toBeVisible();
  await expectAccessible(page, 'a session that is too old');
  await runSql(
    `update access_tokens set method = 'social', created_at = now()
      where user_id = (select id from users where email = $1)`,
    [customer.email],
  );
  await page.reload();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await dialogOf(page).getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
});

test('signing in again leads back to the deletion', async ({ page }) => {
  const customer = await newCustomer(stack);
  await runSql('update users set password_hash = null where email = $1', [customer.email]);
  await openConfirmation(page, customer);
  await dialogOf(page).getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page).toHaveURL(`${stack.dashboard}/login/?redirect=${encodeURIComponent(DELETION)}`);
});

test('the last page can be opened directly by its URL', async ({ page }) => {
  await page.goto(`${stack.dashboard}/account-deleted/?until=<b>soon&by=2026-99-99T00:00:00Z`);
  await expect(page.getByText('Everything is removed permanently within 5-7 days.')).toBeVisible();
  await expect(page.getByText(/^For 5\sdays: reply/)).toBeVisible();
  await page.getByRole('link', { name: 'Create a new account' }).click();
  await expect(page).toHaveURL(/\/register/);
});
