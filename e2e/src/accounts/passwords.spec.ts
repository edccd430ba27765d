import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext, signInByForm } from '../support/browser.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { latestLink } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const forgot = `${stack.dashboard}/reset-password/`;
const confirm = `${stack.dashboard}/reset-password/confirm`;
const settings = `${stack.dashboard}/dash/settings/`;
const change = `${stack.dashboard}/dash/settings/change-password/`;
const better = 'a new and better password';
let customer: Customer;

test.beforeEach(async () => {
  customer = await newCustomer(stack);
});

test.describe('a password reset', () => {
  test('sets a new password by keyboard alone and ends older sessions', async ({ page, browser }) => {
    await page.goto(`${stack.dashboard}/login/`);
    await page.getByRole('link', { name: 'Forgot password?' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(forgot);
    // The login page, which also has an Email field, may still be rendered.
    await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
    await page.getByLabel('Email').focus();
    await page.keyboard.type(customer.email);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`If ${customer.email} has an account, a link is on its way.`)).toBeVisible();
    await page.goto(await resetLink(customer));
    await page.getByLabel('New password', { exact: true }).focus();
    await page.keyboard.type(better);
    await page.keyboard.press('Tab');
    await page.keyboard.type(better);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
    await expectAccessible(page, 'a password that was reset');
    await page.getByRole('link', { name: 'Sign in' }).press('Enter');
    await signInByForm(page, { email: customer.email, password: better });
    await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);

    const elsewhere = await browser.newContext();
    await signInContext(elsewhere, customer);
    const former = await elsewhere.newPage();
    await former.goto(settings);
    await expect(former).toHaveURL(/\/login\/\?redirect=.*&session=expired/);
    await elsewhere.close();
  });

  test('shows the same reply for an address without an account', async ({ page }) => {
    const pageTexts: string[] = [];
    for (const email of [customer.email, 'nobody@strangers.test']) {
      await page.goto(forgot);
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send link', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
      pageTexts.push((await page.locator('main').innerText()).replaceAll(email, 'EMAIL'));
    }
    expect(pageTexts[0]).toBe(pageTexts[1]);
    await expectAccessible(page, 'a request that was sent');
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await expect(
      page.getByText('If this email address has an account, another link is on its way.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Use another email' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('');
  });

  test('shows validation, connection and rate limit errors', async ({ page, context }) => {
    await page.goto(forgot);
    await page.getByRole('button', { name: 'Send link', exact: true }).click();
    await expect(page.getByText('Value is required')).toBeVisible();
    await page.getByLabel('Email').fill('ada');
    await expect(page.getByText('Value is not a valid email address')).toBeVisible();
    await expectAccessible(page, 'a request with a wrong address');
    await page.getByLabel('Email').fill(customer.email);
    await context.route('**/api/v1/users/password-resets', (route) => route.abort());
    await page.getByRole('button', { name: 'Send link', exact: true }).click();
    await expect(page.getByText('Unable to connect to our servers')).toBeVisible();
    await context.unroute('**/api/v1/users/password-resets');
    for (let call = 0; call < 5; call += 1) await requestReset(customer);
    await page.getByRole('button', { name: 'Send link', exact: true }).click();
    await expect(page.getByText('Too many requests')).toBeVisible();
  });
});

test.describe('a password reset link', () => {
  test('stays valid after a rejected password', async ({ page }) => {
    await requestReset(customer);
    await page.goto(await resetLink(customer));
    await submitPassword(page, 'short', 'shorter');
    await expect(page.getByText('This field should be at least 8 characters long')).toBeVisible();
    await expect(page.getByText('The value must be equal to the new password value')).toBeVisible();
    await expectAccessible(page, 'a reset with wrong fields');
    await submitPassword(page, 'password123');
    await expect(page.getByText('This password is too easy to guess')).toBeVisible();
    await submitPassword(page, customer.password);
    await expect(page.getByText('The new password must differ from earlier ones')).toBeVisible();
    await submitPassword(page, better);
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
  });

  test('shows that it is used, expired, unknown or incomplete, and links to a new request', async ({
    page,
  }) => {
    await requestReset(customer);
    const link = await resetLink(customer);
    await page.goto(link);
    await submitPassword(page, better);
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
    await page.goto(link);
    await expect(page.getByText('This link has already been used.')).toBeVisible();
    await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
    await expectAccessible(page, 'a reset link that was used');

    await requestReset(customer);
    await expect.poll(() => resetLink(customer)).not.toBe(link);
    await runSql(
      `update email_links set expires_at = now() - interval '1 second'
        where user_id in (select id from users where email = $1)`,
      [customer.email],
    );
    await page.goto(await resetLink(customer));
    await expect(page.getByText('This link has expired. Request a new one')).toBeVisible();
    await page.goto(`${confirm}?token=unknown`);
    await expect(page.getByText('Invalid confirmation link.')).toBeVisible();
    await page.goto(confirm);
    await expect(page.getByText('The link is incomplete.')).toBeVisible();
    await page.getByLabel('Email').fill(customer.email);
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await expect(
      page.getByText(`If ${customer.email} has an account, a new link is on its way.`),
    ).toBeVisible();
  });

  test('shows on submit that it was used while its form was open', async ({ page }) => {
    await requestReset(customer);
    const token = new URL(await resetLink(customer)).searchParams.get('token') ?? '';
    await page.goto(`${confirm}?token=${token}`);
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
    await customer.client.call(api.confirmPasswordReset, { body: { token, password: better } });
    await submitPassword(page, 'yet another password');
    await expect(page.getByText('This link has already been used.')).toBeVisible();
  });

  test('shows its form if the request that checks the link fails', async ({ page, context }) => {
    await context.route('**/password-resets/check', (route) => route.abort());
    await requestReset(customer);
    await page.goto(await resetLink(customer));
    await submitPassword(page, better);
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
  });

  test('keeps the typed password while the API is unreachable', async ({ page, context }) => {
    await requestReset(customer);
    await page.goto(await resetLink(customer));
    await context.route('**/password-resets/confirm', (route) => route.abort());
    await submitPassword(page, better);
    await expect(page.getByText('Unable to connect to our servers')).toBeVisible();
    await context.unroute('**/password-resets/confirm');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
  });

  test('ends the browser session of the same account, but not of another account', async ({ browser }) => {
    for (const isOwn of [true, false]) {
      const resetting = await newCustomer(stack);
      const signedIn = isOwn ? resetting : customer;
      const context = await browser.newContext();
      await signInContext(context, signedIn);
      const page = await context.newPage();
      await requestReset(resetting);
      await page.goto(await resetLink(resetting));
      await submitPassword(page, better);
      await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
      const left = await page.evaluate(() => localStorage.getItem('comet:access-token'));
      expect(left).toBe(isOwn ? null : signedIn.token());
      await context.close();
    }
  });
});

test.describe('changing the password', () => {
  test.beforeEach(({ context }) => signInContext(context, customer));

  test('starts in the settings, keeps the current session and ends all others', async ({ page }) => {
    await page.goto(settings);
    await page.getByRole('link', { name: 'Change password' }).click();
    await expect(page).toHaveURL(change);
    await expectAccessible(page, 'changing the password');
    await page.getByLabel('Current password').fill(customer.password);
    await submitPassword(page, better);
    await expect(page).toHaveURL(settings);
    await expect(page.getByText('Password changed. You’re signed out everywhere else.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await latestLink(stack.mailbox, customer.email, '/reset-password/');
  });

  test('shows a wrong current password and a reused password at their fields', async ({ page }) => {
    await page.goto(change);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Value is required')).toHaveCount(3);
    await page.getByLabel('Current password').fill('not it');
    await submitPassword(page, better);
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
      'The password you entered isn’t correct',
    );
    await expect(page.getByLabel('Current password')).toBeFocused();
    await expectAccessible(page, 'a refused change of the password');
    await page.getByLabel('Current password').fill(customer.password);
    await submitPassword(page, customer.password);
    await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
      'The new password must differ from earlier ones',
    );
  });

  test('sets a first password in a fresh provider session, and otherwise requires a new sign-in', async ({
    page,
  }) => {
    const account = '(select id from users where email = $1)';
    await runSql('update users set password_hash = null where email = $1', [customer.email]);
    await page.goto(settings);
    await page.getByRole('link', { name: 'Set a password' }).click();
    await expect(page.getByLabel('Current password')).toBeHidden();
    await submitPassword(page, better);
    await expect(page.getByText('Sign in again to do this')).toBeVisible();
    await expectAccessible(page, 'a first password in a session that is too old');
    await runSql(
      `update access_tokens set method = 'social', created_at = now() where user_id = ${account}`,
      [customer.email],
    );
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page).toHaveURL(settings);
    await expect(page.getByRole('link', { name: 'Change password' })).toBeVisible();
  });

  test('redirects a visitor to sign in', async ({ page }) => {
    await page.addInitScript(() => localStorage.removeItem('comet:access-token'));
    await page.goto(change);
    await expect(page).toHaveURL(/\/login\/\?redirect=%2Fdash%2Fsettings%2Fchange-password%2F$/);
  });
});

const requestReset = ({ client, email }: Customer) =>
  client.call(api.requestPasswordReset, { body: { email } });
const resetLink = ({ email }: Customer) => latestLink(stack.mailbox, email, '/reset-password/confirm');

async function submitPassword(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(again);
  await page.getByLabel('Confirm new password').press('Enter');
}
