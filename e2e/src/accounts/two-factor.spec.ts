import { readFile } from 'node:fs/promises';
import { api } from '@comet/contract';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { authenticator, turnOnTwoFactor } from '../support/totp.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { latestLink } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';
import { digit, heading, wrongCode, wrongRecoveryCode } from './two-factor-screens.ts';

const stack = runningStack();
const settings = `${stack.dashboard}/dash/settings/two-factor/`;

test('sets two-factor up by keyboard alone and turns it on by the mailed link in another browser', async ({
  page,
  context,
  browser,
}) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await page.getByRole('link', { name: 'Set up' }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Two-factor is off')).toBeVisible();
  await expectAccessible(page, 'two-factor off');
  await page.getByRole('button', { name: 'Set up two-factor' }).focus();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const app = authenticator((await page.locator('code').textContent()) ?? '');
  await expect(digit(page, 1)).toBeFocused();
  await page.keyboard.type(app.wrong());
  await page.keyboard.press('Tab');
  const password = page.getByLabel('Your password');
  await expect(password).toBeFocused();
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription('The password you entered isn’t correct');
  await expect(password).toBeFocused();
  await expectAccessible(page, 'a wrong password');
  await password.fill(customer.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(wrongCode)).toBeVisible();
  await expectAccessible(page, 'a wrong first code');
  await expect(digit(page, 1)).toBeFocused();
  await page.keyboard.type(await app.next());
  await page.keyboard.press('Enter');

  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  await expect(heading(page, 'Save your recovery codes')).toBeFocused();
  await expectAccessible(page, 'recovery codes');
  const codes = await list.allTextContents();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).press('Enter');
  await expect(page.getByText('Recovery codes copied.')).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(codes);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('comet-recovery-codes.txt');
  const file = await readFile(await download.path(), 'utf8');
  expect(file.trim().split('\n').slice(-10)).toEqual(codes);
  expect(file).toContain(customer.email);

  await page.getByRole('button', { name: 'I’ve saved them' }).press('Enter');
  await expect(heading(page, 'Open the link in your email')).toBeFocused();
  await expectAccessible(page, 'waiting for the link');
  await page.getByRole('button', { name: 'Send a new link' }).press('Enter');
  await expect(page.getByText(`We sent a new link to ${customer.email}.`)).toBeVisible();
  const link = await latestLink(stack.mailbox, customer.email, '/two-factor/confirm');

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(heading(other, 'Turn on two-factor?')).toBeVisible();
  await expectAccessible(other, 'asking before two-factor is turned on');
  // Opening the link alone, as a mail scanner does, turns nothing on.
  const { state } = await customer.client.call(api.showTwoFactor, {});
  expect(state).toBe('activating');
  await other.keyboard.press('Tab');
  await other.keyboard.press('Tab');
  await expect(other.getByRole('button', { name: 'Turn on two-factor' })).toBeFocused();
  await other.keyboard.press('Enter');
  await expect(heading(other, 'Two-factor is on')).toBeVisible();
  await expect(other.getByText(customer.email)).toBeVisible();
  for (const code of codes) expect(await other.content()).not.toContain(code);
  await expectAccessible(other, 'turned on');
  await other.goto(link);
  await other.getByRole('button', { name: 'Turn on two-factor' }).click();
  await expect(other.getByText('This link has already been used.')).toBeVisible();
  await elsewhere.close();

  await expect(heading(page, 'Two-factor is on')).toBeFocused();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await expectAccessible(page, 'two-factor on');
});

test('shows whether a link is incomplete or unknown', async ({ page }) => {
  await page.goto(`${stack.dashboard}/two-factor/confirm`);
  await expect(page.getByText('The link is incomplete.')).toBeVisible();
  await page.goto(`${stack.dashboard}/two-factor/confirm?token=unknown`);
  await page.getByRole('button', { name: 'Turn on two-factor' }).click();
  await expect(page.getByText('Invalid confirmation link.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in to get a new link' })).toBeVisible();
  await expectAccessible(page, 'a link that does not work');
});

test('requires a confirmed email address', async ({ page }) => {
  await page.goto(
    `${stack.dashboard}/register/?redirect=${encodeURIComponent('/dash/settings/two-factor/')}`,
  );
  await page.getByLabel('Email').fill(`${crypto.randomUUID().slice(0, 8)}@customers.test`);
  await page.getByLabel('Password').fill('a sentence that nobody guesses');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(heading(page, 'Two-factor is off')).toBeVisible();
  await expect(page.getByText('Confirm your email address first.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up two-factor' })).toBeHidden();
});

test('new recovery codes and turning two-factor off each need a code', async ({ page, context }) => {
  const customer = await newCustomer(stack);
  const { app, recoveryCodes } = await turnOnTwoFactor(stack, customer);
  await signInContext(context, customer);
  await page.goto(settings);
  await page.getByRole('button', { name: 'Generate new codes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Generate codes' })).toBeDisabled();
  await page.keyboard.type(app.wrong());
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(wrongCode)).toBeVisible();
  await expect(dialog.getByLabel('Digit 1 of 6')).toBeFocused();
  await page.keyboard.type(await app.next());
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();
  expect(codes).not.toContain(recoveryCodes[0]);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();

  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(wrongRecoveryCode)).toBeVisible();
  await expectAccessible(page, 'turning off');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(heading(page, 'Two-factor is on')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Two-factor is off')).toBeVisible();
  await expect(page.getByText('Two-factor is off.', { exact: true })).toBeVisible();
});
