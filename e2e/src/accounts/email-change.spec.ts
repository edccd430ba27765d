import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { type BrowserContext, expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext, signInByForm } from '../support/browser.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { latestLink } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const change = `${stack.dashboard}/dash/settings/change-email/`;
const PATH = '/email/change/confirm';
const newAddress = () => `${randomUUID().slice(0, 8)}@customers.test`;
const linkTo = (email: string) => latestLink(stack.mailbox, email, PATH);
let customer: Customer;

test.beforeEach(async () => {
  customer = await newCustomer(stack);
});

test('a change requested by keyboard only is completed by the link', async ({ page, context }) => {
  await signInContext(context, customer);
  const email = newAddress();
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await page.getByRole('link', { name: 'Change email' }).press('Enter');
  await expect(page.getByText(`Your current email is ${customer.email}.`)).toBeVisible();
  await expectAccessible(page, 'changing the email address');
  await page.getByLabel('New email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(customer.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
  await expectAccessible(page, 'a change that was asked for');
  await latestLink(stack.mailbox, customer.email, '/dash/settings/change-password/');

  await page.goto(await linkTo(email));
  await expect(page.getByRole('heading', { name: 'Your email address is changed' })).toBeVisible();
  await expectAccessible(page, 'an address that was changed');
  await page.getByRole('link', { name: 'Go to home' }).click();
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
});

test('on a phone the link requires the password, by keyboard only, and opens the login', async ({ page }) => {
  const email = newAddress();
  await ask(customer, email);
  await page.goto(await linkTo(email));
  await expect(page.getByRole('heading', { name: 'Enter your password' })).toBeVisible();
  await expect(page.getByText('Didn’t request this?')).toBeVisible();
  await expectAccessible(page, 'a link to a new address on another device');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Value is required')).toBeVisible();
  await page.keyboard.type('not it');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The password you entered isn’t correct')).toBeVisible();
  expect((await customer.client.call(api.currentUser, {})).email).toBe(customer.email);
  await page.getByLabel('Password').fill(customer.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${email} is now your account email.`)).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInByForm(page, { email, password: customer.password });
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
});

test('the settings show a pending change after a reload, resend and cancel it', async ({ page, context }) => {
  await signInContext(context, customer);
  const email = newAddress();
  await ask(customer, email);
  const first = await linkTo(email);
  await page.goto(`${stack.dashboard}/dash/settings/`);
  const pending = page.getByText(`${email} isn’t confirmed yet. The link we sent works until`);
  await expect(pending).toBeVisible();
  await page.reload();
  await expect(pending).toBeVisible();
  await expectAccessible(page, 'settings with a pending change of the address');

  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText(`We sent a new link to ${email}.`)).toBeVisible();
  await expect.poll(() => linkTo(email)).not.toBe(first);
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await expect(page.getByText('Change canceled. The link no longer works.')).toBeVisible();
  await expect(pending).toBeHidden();
  await page.goto(await linkTo(email));
  await expect(page.getByText('This link has expired. Request a new one')).toBeVisible();
  expect((await customer.client.call(api.currentUser, {})).email).toBe(customer.email);
});

test('an address with an account gets the same response as any other', async ({ page, context }) => {
  const owner = await newCustomer(stack);
  await signInContext(context, customer);
  const pageTexts: string[] = [];
  for (const email of [owner.email, newAddress()]) {
    await page.goto(change);
    await page.getByLabel('New email').fill(email);
    await page.getByLabel('Current password').fill(customer.password);
    await page.getByRole('button', { name: 'Send link', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Check your new email inbox' })).toBeVisible();
    pageTexts.push((await page.locator('main').innerText()).replaceAll(email, 'EMAIL'));
  }
  expect(pageTexts[0]).toBe(pageTexts[1]);
  await latestLink(stack.mailbox, owner.email, '/login/');
});

test('errors are shown at their fields', async ({ page, context }) => {
  await signInContext(context, customer);
  await page.goto(change);
  await page.getByRole('button', { name: 'Send link', exact: true }).click();
  await expect(page.getByText('Value is required')).toHaveCount(2);
  await page.getByLabel('New email').fill(customer.email);
  await page.getByLabel('Current password').fill('not it');
  await page.getByLabel('Current password').press('Enter');
  await expect(page.getByText('The password you entered isn’t correct')).toBeVisible();
  await expectAccessible(page, 'a refused change of the address');
  await page.getByLabel('Current password').fill(customer.password);
  await page.getByLabel('Current password').press('Enter');
  await expect(page.getByLabel('New email')).toHaveAccessibleDescription(
    'This is your email address already',
  );
  await context.route('**/api/v1/users/email/change', (route) => route.abort());
  await page.getByLabel('New email').fill(newAddress());
  await page.getByLabel('New email').press('Enter');
  await expect(page.getByText('Unable to connect to our servers')).toBeVisible();
});

test('a link reports that it was used, has expired, is unknown, incomplete or too late', async ({
  page,
  context,
}) => {
  await knowDevice(context, customer);
  const email = newAddress();
  await ask(customer, email);
  const link = await linkTo(email);
  await runSql(
    `update email_links set expires_at = now() - interval '1 second' where purpose = 'email_change'
      and user_id in (select id from users where email = $1)`,
    [customer.email],
  );
  await page.goto(link);
  await expect(page.getByText('This link has expired. Request a new one')).toBeVisible();
  await expectAccessible(page, 'an expired link to a new address');

  await ask(customer, email);
  await expect.poll(() => linkTo(email)).not.toBe(link);
  const rival = await newCustomer(stack);
  await runSql('update users set email = $1 where email = $2', [email, rival.email]);
  await page.goto(await linkTo(email));
  await expect(page.getByText('Another account has already confirmed this email address')).toBeVisible();
  await runSql('update users set email = $1 where email = $2', [rival.email, email]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your email address is changed' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('This link has already been used.')).toBeVisible();

  await page.goto(`${stack.dashboard}${PATH}?token=unknown`);
  await expect(page.getByText('Invalid confirmation link.')).toBeVisible();
  await page.goto(stack.dashboard + PATH);
  await expect(page.getByText('The link is incomplete.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in to get a new link' }).click();
  await expect(page).toHaveURL(/\/login\/\?redirect=%2Fdash%2Fsettings%2Fchange-email%2F$/);
});

test('a link can be retried after a failed request', async ({ page, context }) => {
  await knowDevice(context, customer);
  const email = newAddress();
  await ask(customer, email);
  const confirmation = '**/api/v1/users/email/change/confirm*';
  await context.route(confirmation, (route) => route.abort());
  await page.goto(await linkTo(email));
  await expect(page.getByText('Unable to connect to our servers')).toBeVisible();
  await context.unroute(confirmation);
  await context.route(confirmation, (route) => route.fulfill({ status: 500, body: 'a proxy' }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByText('Email change failed: There was an error changing your email. Please try again later.'),
  ).toBeVisible();
  await expectAccessible(page, 'a change that failed');
  await context.unroute(confirmation);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is changed' })).toBeVisible();
});

const ask = ({ client, password }: Customer, email: string) =>
  client.call(api.requestEmailChange, { body: { email, currentPassword: password } });

/** Sets the device cookie of a browser in which the customer has signed in before. */
const knowDevice = (context: BrowserContext, { deviceId }: Customer) =>
  context.addCookies([{ name: 'comet-device-id', value: deviceId, url: stack.dashboard }]);
