import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext, signInByForm } from '../support/browser.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const expired = 'Session expired. Please sign in to continue.';
const sales = `${stack.dashboard}/dash/contact-sales/`;
const words = 'Twenty people, and a dedicated IP each.';
let customer: Customer;

test.beforeEach(async ({ context }) => {
  customer = await newCustomer(stack);
  await signInContext(context, customer);
});

const note = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByText(expired);

/** Ends the session on the server, and waits for the support chat, which reads its messages. */
async function expireInBackground(page: Page): Promise<void> {
  await customer.client.call(api.logOut, {});
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.clock.runFor(10_000);
  await refused;
}

test('a background read of an expired session keeps a half-typed form, and a sign-in restores it', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(sales);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('What you need').fill(words);
  await expireInBackground(page);
  await expect(note(page)).toBeVisible();
  await expect(page).toHaveURL(sales);
  await expect(page.getByLabel('What you need')).toHaveValue(words);
  // The 401 has logged the user out nevertheless.
  expect(await page.evaluate(() => localStorage.getItem('comet:access-token'))).toBeNull();
  await expectAccessible(page, 'a session that ended while something was typed');

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(expired)).toBeVisible();
  await signInByForm(page, customer);
  await expect(page).toHaveURL(sales);
  await expect(page.getByLabel('What you need')).toHaveValue(words);
  await page.getByLabel('How many people').fill('20');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText(`We’ll reply to ${customer.email}`)).toBeVisible();
});

test('after the session expired, leaving the form leads to sign-in and back', async ({ page }) => {
  await page.clock.install();
  await page.goto(sales);
  await page.getByLabel('Your name').fill('Ada');
  await expireInBackground(page);
  await expect(note(page)).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await signInByForm(page, customer);
  await expect(page).toHaveURL(`${stack.dashboard}/dash/settings/`);
  await expect(page.getByRole('main').getByText(customer.email)).toBeVisible();
  await expect(note(page)).toBeHidden();
});

test('a form sent after the session expired is restored after the sign-in', async ({ page }) => {
  await page.goto(sales);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('How many people').fill('20');
  await page.getByLabel('What you need').fill(words);
  await customer.client.call(api.logOut, {});
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText(expired)).toBeVisible();
  await signInByForm(page, customer);
  await expect(page.getByLabel('What you need')).toHaveValue(words);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText(`We’ll reply to ${customer.email}`)).toBeVisible();
});

test('a message to support is kept through the sign-in', async ({ page }) => {
  await page.clock.install();
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await page.clock.runFor(5000);
  await page.getByRole('button', { name: 'Support' }).click();
  const support = page.getByRole('dialog', { name: 'Support' });
  await support.getByLabel('Message').fill(words);
  await customer.client.call(api.logOut, {});
  // The open window polls for replies every three seconds.
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.clock.runFor(4000);
  await refused;
  await expect(support.getByText(expired)).toBeVisible();
  await expect(support.getByLabel('Message')).toHaveValue(words);
  await support.getByRole('button', { name: 'Sign in' }).click();
  await signInByForm(page, customer);
  await page.clock.runFor(5000);
  await expect(support.getByLabel('Message')).toHaveValue(words);
});

test('typed text is not shown to another account, and passwords are not stored', async ({ page }) => {
  await page.goto(`${stack.dashboard}/dash/settings/change-email/`);
  await page.getByLabel('New email').fill('ada@elsewhere.test');
  await page.getByLabel('Current password').fill(customer.password);
  await customer.client.call(api.logOut, {});
  await page.getByRole('button', { name: 'Send link', exact: true }).click();
  await expect(page.getByText(expired)).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  expect(kept).toContain('ada@elsewhere.test');
  expect(kept).not.toContain(customer.password);
  const other = await newCustomer(stack);
  await signInByForm(page, other);
  await expect(page.getByText(`Your current email is ${other.email}.`)).toBeVisible();
  await expect(page.getByLabel('New email')).toHaveValue('');
});

test('an expired session leads to the login at once if nothing is typed', async ({ page }) => {
  await page.clock.install();
  await page.goto(sales);
  await expect(page.getByLabel('Your name')).toBeVisible();
  await customer.client.call(api.logOut, {});
  await page.clock.runFor(10_000);
  await expect(page).toHaveURL(/\/login\/\?redirect=%2Fdash%2Fcontact-sales%2F&session=expired$/);
});
