import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, untilShown } from '../support/accessibility.ts';
import { runSql } from '../support/database.ts';
import { latestLink } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const PATH = '/verify-email/confirm';

test('a link confirms its address once', async ({ page }) => {
  const email = await register(page);
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await expectAccessible(page, 'home of an unconfirmed address');
  const link = await latestLink(stack.mailbox, email, PATH);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page, 'a confirmed address');
  await page.getByRole('link', { name: 'Go to home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Confirm your email address')).toBeHidden();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your email address is already confirmed' })).toBeVisible();
  await expectAccessible(page, 'a used link of a confirmed account');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByText('This link has already been used.')).toBeVisible();
  await expectAccessible(page, 'a used link for a visitor');
});

test('an open checkout becomes payable once the address is confirmed in another tab', async ({
  page,
  context,
}) => {
  const email = await register(page);
  await page.goto(`${stack.dashboard}/payment/subscription?plan=24-months`);
  await expect(page.getByText('Confirm your email address first.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $83.76' })).toBeDisabled();
  const other = await context.newPage();
  await other.goto(await latestLink(stack.mailbox, email, PATH));
  await expect(other.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  // The first tab is neither focused nor reloaded.
  await expect(page.getByRole('button', { name: 'Pay $83.76' })).toBeEnabled();
  await expect(page.getByText('Confirm your email address')).toHaveCount(0);
});

test('the page of an expired link sends a new one', async ({ page }) => {
  const email = await register(page);
  const link = await latestLink(stack.mailbox, email, PATH);
  await runSql(
    `update email_links set expires_at = now() - interval '1 second'
      where user_id in (select id from users where email = $1)`,
    [email],
  );
  await page.goto(link);
  await expect(page.getByText('Your email verification link has expired.')).toBeVisible();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText(`We sent a new link to ${email}.`)).toBeVisible();
  await expect.poll(() => latestLink(stack.mailbox, email, PATH)).not.toBe(link);
  await page.goto(await latestLink(stack.mailbox, email, PATH));
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
});

test('shows a visitor that a link is invalid and how to get a new one', async ({ page }) => {
  await page.goto(`${stack.dashboard}${PATH}?token=unknown`);
  await expect(page.getByText('Invalid confirmation link.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goto(stack.dashboard + PATH);
  await expect(page.getByText('The link is incomplete.')).toBeVisible();
  await expectAccessible(page, 'an incomplete link');
});

test('a visitor gets a new link by the address, and learns nothing of other accounts', async ({
  page,
  browser,
}) => {
  const password = randomUUID();
  const email = await register(page, password);
  const before = await latestLink(stack.mailbox, email, PATH);
  const context = await browser.newContext();
  const phone = await context.newPage();
  await phone.goto(`${stack.dashboard}${PATH}?token=unknown`);
  await untilShown(phone);
  await expectAccessible(phone, 'a new link for a visitor');
  await phone.getByLabel('Email').fill('nobody@strangers.test');
  await phone.getByRole('button', { name: 'Send a new link' }).click();
  const sent = (to: string) => `If ${to} has an account that isn’t confirmed yet, a new link is on its way.`;
  await expect(phone.getByText(sent('nobody@strangers.test'))).toBeVisible();
  await phone.getByRole('button', { name: 'Use another email' }).click();
  await phone.getByLabel('Email').fill(email);
  await phone.getByLabel('Email').press('Enter');
  await expect(phone.getByText(sent(email))).toBeVisible();
  await expect.poll(() => latestLink(stack.mailbox, email, PATH), { timeout: 15_000 }).not.toBe(before);
  await phone.goto(await latestLink(stack.mailbox, email, PATH));
  await phone.getByLabel('Password').fill(password);
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await context.close();
});

test('on another device the password confirms the address and signs in, by keyboard alone', async ({
  page,
  browser,
}) => {
  const password = randomUUID();
  const email = await register(page, password);
  const context = await browser.newContext();
  const phone = await context.newPage();
  await phone.goto(await latestLink(stack.mailbox, email, PATH));
  await expect(phone.getByRole('heading', { name: 'Enter your password' })).toBeVisible();
  await expectAccessible(phone, 'a link on another device');
  await phone.keyboard.press('Tab');
  await expect(phone.getByLabel('Password')).toBeFocused();
  await phone.keyboard.type('not it');
  await phone.keyboard.press('Enter');
  await expect(phone.getByText('The password you entered isn’t correct')).toBeVisible();
  await phone.getByLabel('Password').fill(password);
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await expect(phone.getByText(email)).toBeVisible();
  await phone.getByRole('link', { name: 'Go to home' }).click();
  await expect(phone.getByRole('heading', { name: 'No plan yet' })).toBeVisible();
  await context.close();
  // Home in the first browser, which is still signed in, updates without a reload.
  await expect(page.getByRole('heading', { name: 'No plan yet' })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Confirm your email address')).toBeHidden();
});

test('a recipient who did not register removes the account created with their address', async ({
  page,
  browser,
}) => {
  const email = await register(page);
  const context = await browser.newContext();
  const owner = await context.newPage();
  const link = await latestLink(stack.mailbox, email, PATH);
  // Unloads the page: its requests would fail once the account is removed and navigate it during `goto`.
  await page.goto('about:blank');
  await owner.goto(link);
  await owner.getByRole('button', { name: 'Remove that account' }).click();
  await expect(owner.getByRole('heading', { name: 'Account removed' })).toBeVisible();
  await expectAccessible(owner, 'an account that was disowned');
  await owner.goto(link);
  await expect(owner.getByText('Invalid confirmation link.')).toBeVisible();
  await context.close();
  await page.goto(`${stack.dashboard}/dash/home/`);
  await expect(page).toHaveURL(/\/login\//);
});

async function register(page: Page, password: string = randomUUID()): Promise<string> {
  const email = `${randomUUID().slice(0, 8)}@strangers.test`;
  await page.goto(`${stack.dashboard}/register`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  return email;
}
