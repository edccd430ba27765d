import { api } from '@comet/contract';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { turnOnTwoFactor } from '../support/totp.ts';
import { newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';
import {
  digit,
  enteredCode,
  heading,
  paste,
  signIn,
  wrongCode,
  wrongRecoveryCode,
} from './two-factor-screens.ts';

const stack = runningStack();

test('the gate accepts a typed or pasted code and opens the requested page', async ({ page }) => {
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
  expect(await enteredCode(page)).toBe('12345');
  await expect(submit).toBeDisabled();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('9');
  expect(await enteredCode(page)).toBe('1294');
  await expect(digit(page, 4)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  expect(await enteredCode(page)).toBe(' 294');
  await expect(submit).toBeDisabled();

  await paste(page, `Your code: ${app.wrong().slice(0, 3)} ${app.wrong().slice(3)}99`);
  expect(await enteredCode(page)).toBe(app.wrong());
  await expect(digit(page, 6)).toBeFocused();
  await expect(submit).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText(wrongCode)).toBeVisible();
  expect(await enteredCode(page)).toBe('');
  await expect(digit(page, 1)).toBeFocused();
  await expect(submit).toBeDisabled();
  await expectAccessible(page, 'the gate after a wrong code');

  await page.keyboard.type(await app.next());
  await page.keyboard.press('Enter');
  await expect(heading(page, 'No devices yet')).toBeVisible();
  await expect(page).toHaveURL(`${stack.dashboard}/dash/devices`);

  // The browser is remembered: the next sign-in needs no code.
  await page.evaluate(() => localStorage.removeItem('comet:access-token'));
  await page.goto(`${stack.dashboard}/login/`);
  await signIn(page, customer);
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('a recovery code passes the gate once, and remembering the browser is optional', async ({ page }) => {
  const customer = await newCustomer(stack);
  const { recoveryCodes } = await turnOnTwoFactor(stack, customer);
  const [recoveryCode = ''] = recoveryCodes;
  await page.goto(`${stack.dashboard}/login/`);
  await signIn(page, customer);
  await page.keyboard.type('123');
  await page.getByRole('switch').press('Space');
  await expect(page.getByRole('switch')).not.toBeChecked();

  // Switching to recovery codes clears the input and turns remembering on again.
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
  await page.getByRole('button', { name: 'Use a code from the app' }).click();
  await expect(page.getByText(wrongRecoveryCode)).toBeHidden();
  expect(await enteredCode(page)).toBe('');

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

test('the gate shows rate limit, connection and expired session errors', async ({
  page,
  context,
  sourceAddress,
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
  expect(await enteredCode(page)).toBe('');

  await page.route('**/two-factor/verify', (route) => route.abort());
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Unable to connect to our servers')).toBeVisible();
  await page.unroute('**/two-factor/verify');
  sourceAddress.change();

  // Recovery codes have a separate rate limit, and the gate continues to the requested payment.
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

test('the gate has a button to log out', async ({ page }) => {
  const customer = await newCustomer(stack);
  await turnOnTwoFactor(stack, customer);
  await page.goto(`${stack.dashboard}/login/`);
  await signIn(page, customer);
  await expect(heading(page, 'Enter your code')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${stack.dashboard}/login/`);
  expect(await page.evaluate(() => localStorage.getItem('comet:access-token'))).toBeNull();
});
