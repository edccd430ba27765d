import { readFile } from 'node:fs/promises';
import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { authenticator, turnOnTwoFactor } from '../authenticator.ts';
import { enterAs, signInByForm } from '../browser.ts';
import { type Customer, newCustomer } from '../customer.ts';
import { latestLink } from '../mailbox.ts';
import { runningStack } from '../running-stack.ts';
import { test } from '../test.ts';

const stack = runningStack();
const settings = `${stack.dashboard}/dash/settings/two-factor/`;
const wrongCode = 'The one time code you entered was incorrect.';
const wrongRecoveryCode = 'The recovery code you entered was incorrect.';

test('two-factor is set up by keyboard alone, and turned on by the link, opened in another browser', async ({
  page,
  context,
  browser,
}) => {
  const customer = await newCustomer(stack);
  await enterAs(context, customer);
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
  await page.keyboard.press('Enter');
  await expect(page.getByText(wrongCode)).toBeVisible();
  await expectAccessible(page, 'a wrong first code');
  await expect(digit(page, 1)).toBeFocused();
  await page.keyboard.type(await app.next());
  await page.keyboard.press('Enter');

  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  await expect(heading(page, 'Keep your recovery codes')).toBeFocused();
  await expectAccessible(page, 'recovery codes');
  const codes = await list.allTextContents();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).press('Enter');
  await expect(page.getByText('The recovery codes were copied.')).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(codes);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('comet-recovery-codes.txt');
  const file = await readFile(await download.path(), 'utf8');
  expect(file.trim().split('\n').slice(-10)).toEqual(codes);
  expect(file).toContain(customer.email);

  await page.getByRole('button', { name: 'I have kept them' }).press('Enter');
  await expect(heading(page, 'Follow the link in your mail')).toBeFocused();
  await expectAccessible(page, 'waiting for the link');
  await page.getByRole('button', { name: 'Send the link again' }).press('Enter');
  await expect(page.getByText(`A new link is on its way to ${customer.email}.`)).toBeVisible();
  const link = await latestLink(stack.mailbox, customer.email, '/two-factor/confirm');

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(heading(other, 'Two-factor is on')).toBeVisible();
  await expect(other.getByText(customer.email)).toBeVisible();
  for (const code of codes) expect(await other.content()).not.toContain(code);
  await expectAccessible(other, 'turned on');
  await other.goto(link);
  await expect(other.getByText('This link was already used.')).toBeVisible();
  await elsewhere.close();

  await expect(heading(page, 'Two-factor is on')).toBeFocused();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await expectAccessible(page, 'two-factor on');
});

test('a link that is cut short or unknown says which', async ({ page }) => {
  await page.goto(`${stack.dashboard}/two-factor/confirm`);
  await expect(page.getByText('The link is incomplete.')).toBeVisible();
  await page.goto(`${stack.dashboard}/two-factor/confirm?token=unknown`);
  await expect(page.getByText('Invalid confirmation link.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in to get a new link' })).toBeVisible();
  await expectAccessible(page, 'a link that does not work');
});

test('whoever has not confirmed the address is asked to do that first', async ({ page }) => {
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

test('the gate takes the code in its own words, and leads where the person wanted to go', async ({
  page,
}) => {
  const customer = await newCustomer(stack);
  const { app } = await turnOnTwoFactor(stack, customer);
  await page.goto(`${stack.dashboard}/dash/devices`);
  await signIn(page, customer);
  await expect(heading(page, 'Enter your code')).toBeVisible();
  await expect(page).toHaveURL(`${stack.dashboard}/dash/devices`);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('switch')).toBeChecked();

  const submit = page.getByRole('button', { name: 'Continue' });
  await expect(page.getByRole('group', { name: 'Six-digit code' }).getByRole('textbox')).toHaveCount(6);
  await expect(digit(page, 1)).toBeFocused();
  await expect(digit(page, 1)).toHaveAttribute('autocomplete', 'one-time-code');
  await page.keyboard.type('1a2b34 5');
  expect(await shown(page)).toBe('12345');
  await expect(submit).toBeDisabled();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('9');
  expect(await shown(page)).toBe('1294');
  await expect(digit(page, 4)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  expect(await shown(page)).toBe(' 294');
  await expect(submit).toBeDisabled();

  await paste(page, `Your code: ${app.wrong().slice(0, 3)} ${app.wrong().slice(3)}99`);
  expect(await shown(page)).toBe(app.wrong());
  await expect(digit(page, 6)).toBeFocused();
  await expect(submit).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText(wrongCode)).toBeVisible();
  expect(await shown(page)).toBe('');
  await expect(digit(page, 1)).toBeFocused();
  await expect(submit).toBeDisabled();
  await expectAccessible(page, 'the gate after a wrong code');

  await page.keyboard.type(await app.next());
  await page.keyboard.press('Enter');
  await expect(heading(page, 'No devices yet')).toBeVisible();
  await expect(page).toHaveURL(`${stack.dashboard}/dash/devices`);

  // Remembered: the same browser is not asked again.
  await page.evaluate(() => localStorage.removeItem('comet:access-token'));
  await page.goto(`${stack.dashboard}/login/`);
  await signIn(page, customer);
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('a recovery code opens the gate once, and a browser need not be remembered', async ({ page }) => {
  const customer = await newCustomer(stack);
  const { recoveryCodes } = await turnOnTwoFactor(stack, customer);
  const [recoveryCode = ''] = recoveryCodes;
  await page.goto(`${stack.dashboard}/login/`);
  await signIn(page, customer);
  await page.keyboard.type('123');
  await page.getByRole('switch').press('Space');
  await expect(page.getByRole('switch')).not.toBeChecked();

  // Switching clears what was entered, and remembers again.
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const field = page.getByLabel('Recovery code');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await expect(page.getByRole('switch')).toBeChecked();
  const submit = page.getByRole('button', { name: 'Continue' });
  await expect(submit).toBeDisabled();
  await field.fill('   ');
  await expect(submit).toBeDisabled();
  await field.fill('not-a-code');
  await submit.click();
  await expect(page.getByText(wrongRecoveryCode)).toBeVisible();
  await expect(field).toHaveValue('');
  await expectAccessible(page, 'the gate after a wrong recovery code');
  await page.getByRole('button', { name: 'Use the app’s code' }).click();
  await expect(page.getByText(wrongRecoveryCode)).toBeHidden();
  expect(await shown(page)).toBe('');

  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('switch').click();
  await field.fill(recoveryCode.toUpperCase());
  await field.press('Enter');
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.evaluate(() => localStorage.removeItem('comet:access-token'));
  await page.goto(`${stack.dashboard}/login/`);
  await signIn(page, customer);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await field.fill(recoveryCode);
  await field.press('Enter');
  await expect(page.getByText(wrongRecoveryCode)).toBeVisible();
});

test('too many wrong codes, a session that is over and a dead server have their words at the gate', async ({
  page,
  context,
  whereabouts,
}) => {
  const customer = await newCustomer(stack);
  const { app, recoveryCodes } = await turnOnTwoFactor(stack, customer);
  await page.goto(`${stack.dashboard}/payment/subscription?plan=12-months`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, customer);
  await expect(heading(page, 'Enter your code')).toBeVisible();
  const [token, device] = await Promise.all([
    page.evaluate(() => localStorage.getItem('comet:access-token')),
    context.cookies().then((cookies) => cookies.find(({ name }) => name === 'comet-device-id')?.value),
  ]);
  const headers = { authorization: `Bearer ${token}`, 'app-identifier': device ?? '' };
  const guess = () =>
    fetch(`${stack.api}/api/v1/users/two-factor/verify`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ remember: false, code: app.wrong() }),
    });
  await Promise.all(Array.from({ length: 10 }, guess));
  await page.keyboard.type(await app.next());
  await page.keyboard.press('Enter');
  await expect(page.getByText('Too many requests')).toBeVisible();
  expect(await shown(page)).toBe('');

  await page.route('**/two-factor/verify', (route) => route.abort());
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Unable to connect to our servers')).toBeVisible();
  await page.unroute('**/two-factor/verify');
  whereabouts.move();

  // The recovery codes have a count of their own, and the gate leads to the payment that was wanted.
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${stack.dashboard}/payment/subscription?plan=12-months`);
  await expect(heading(page, 'Enter a recovery code')).toBeHidden();

  await page.evaluate(() => localStorage.removeItem('comet:access-token'));
  const other = await newCustomer(stack);
  await turnOnTwoFactor(stack, other);
  await page.goto(`${stack.dashboard}/login/`);
  await signIn(page, other);
  await expect(heading(page, 'Enter your code')).toBeVisible();
  await other.client.call(api.revokeAllSessions, {});
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Session expired. Please sign in to continue.')).toBeVisible();
});

test('the gate lets a person log out', async ({ page }) => {
  const customer = await newCustomer(stack);
  await turnOnTwoFactor(stack, customer);
  await page.goto(`${stack.dashboard}/login/`);
  await signIn(page, customer);
  await expect(heading(page, 'Enter your code')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${stack.dashboard}/login/`);
  expect(await page.evaluate(() => localStorage.getItem('comet:access-token'))).toBeNull();
});

test('new recovery codes and turning off each take a code', async ({ page, context }) => {
  const customer = await newCustomer(stack);
  const { app, recoveryCodes } = await turnOnTwoFactor(stack, customer);
  await enterAs(context, customer);
  await page.goto(settings);
  await page.getByRole('button', { name: 'Make new ones' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Make new codes' })).toBeDisabled();
  await page.keyboard.type(app.wrong());
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(wrongCode)).toBeVisible();
  await page.keyboard.type(await app.next());
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();
  expect(codes).not.toContain(recoveryCodes[0]);
  await page.getByRole('button', { name: 'I have kept them' }).click();

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

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const digit = (page: Page, place: number) => page.getByLabel(`Digit ${place} of 6`);

/** What stands in the six boxes; an empty one before a full one is a space. */
async function shown(page: Page): Promise<string> {
  const boxes = page.getByRole('group', { name: 'Six-digit code' }).getByRole('textbox');
  const values = await boxes.evaluateAll((inputs) =>
    inputs.map((input) => (input as HTMLInputElement).value),
  );
  return values
    .map((value) => value.padEnd(1))
    .join('')
    .trimEnd();
}

/** Pastes into whatever has the focus. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

async function signIn(page: Page, customer: Pick<Customer, 'email' | 'password'>): Promise<void> {
  await signInByForm(page, customer);
  await expect(page).not.toHaveURL(/\/login\//);
}
