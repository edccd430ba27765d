import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const newAddress = () => `${randomUUID().slice(0, 8)}@strangers.test`;

test.describe('registration', () => {
  test.beforeEach(({ page }) => page.goto(`${stack.dashboard}/register`));

  test('works by keyboard alone', async ({ page }) => {
    await tabTo(page, 'Email');
    await page.keyboard.type(newAddress());
    await tabTo(page, 'Password');
    await page.keyboard.type(randomUUID());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
    await expect(page.getByText('Confirm your email address').first()).toBeVisible();
  });

  test('shows the error of a field only after the field loses the focus', async ({ page }) => {
    await page.getByLabel('Email').pressSequentially('ada');
    await expect(page.getByText('Value is not a valid email address')).toBeHidden();
    await page.getByLabel('Password').focus();
    await expect(page.getByText('Value is not a valid email address')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Value is not a valid email address');
    await expect(page.getByText('Value is required')).toBeHidden();
    await page.getByLabel('Email').fill(' ada@example.org ');
    await expect(page.getByText('Value is not a valid email address')).toBeHidden();
  });

  test('checks every field on submit and focuses the first invalid one', async ({ page }) => {
    await page.getByLabel('Email').fill('   ');
    await page.getByLabel('Password').fill('1234567');
    await page.getByLabel('Password').press('Enter');
    await expect(page.getByText('Value is required')).toBeVisible();
    await expect(page.getByText('This field should be at least 8 characters long')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    for (const label of ['Email', 'Password'])
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'a registration with two wrong fields');
  });

  test('shows validation errors of the API at their fields', async ({ page }) => {
    // The form accepts both values; the API rejects them.
    await page.getByLabel('Email').fill('ada..lovelace@example.org');
    await page.getByLabel('Password').fill('x'.repeat(257));
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address');
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/at most 256 characters/);
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill('ada@example.org');
    await expect(page.getByText('Please enter a valid email address')).toBeHidden();
  });

  test('shows the rejection of a common password at its field', async ({ page }) => {
    await page.getByLabel('Email').fill(newAddress());
    await page.getByLabel('Password').fill('password123');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('This password is too easy to guess')).toBeVisible();
    await expect(page.getByLabel('Password')).toBeFocused();
  });

  test('continues to the plan choice if that was requested', async ({ page }) => {
    await page.goto(`${stack.dashboard}/payment/subscription`);
    await expect(page).toHaveURL(/\/register\/\?redirect=%2Fpayment%2Fsubscription$/);
    await page.getByLabel('Email').fill(newAddress());
    await page.getByLabel('Password').fill(randomUUID());
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(`${stack.dashboard}/payment/subscription`);
    await expect(page.getByRole('radio', { name: /^12 months/ })).toBeVisible();
  });
});

test.describe('login', () => {
  let customer: Customer;

  test.beforeAll(async () => {
    customer = await newCustomer(stack);
  });

  test.beforeEach(({ page }) => page.goto(`${stack.dashboard}/login/`));

  test('works by keyboard alone', async ({ page }) => {
    await tabTo(page, 'Email');
    await page.keyboard.type(customer.email);
    await tabTo(page, 'Password');
    await page.keyboard.type(customer.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  });

  test('sends one request, however often Enter is pressed', async ({ page }) => {
    let sent = 0;
    const isPressed = Promise.withResolvers<void>();
    // Delays the response, which would replace the form by another page.
    await page.route('**/users/tokens', async (route) => {
      sent += 1;
      await isPressed.promise;
      await route.continue();
    });
    await fillIn(page, customer);
    await page.getByLabel('Password').press('Enter');
    await page.getByLabel('Password').press('Enter');
    isPressed.resolve();
    await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
    expect(sent).toBe(1);
  });

  test('requires both fields and accepts a password of any length', async ({ page }) => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Value is required')).toHaveCount(2);
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Password').fill('x');
    await expect(page.getByText('Value is required')).toHaveCount(1);
  });

  test('shows the same error for a wrong password and an unknown address', async ({ page }) => {
    const refusal = page.getByRole('alert').filter({ hasText: 'Wrong username or password.' });
    await fillIn(page, { ...customer, password: 'something else' });
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(refusal).toBeVisible();
    await expectAccessible(page, 'a refused login');
    await fillIn(page, { email: newAddress(), password: 'something else' });
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(refusal).toBeVisible();
    await fillIn(page, customer);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  });
});

async function fillIn(page: Page, { email, password }: Pick<Customer, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

/** Presses Tab until the field with this label has the focus; at most 20 times. */
async function tabTo(page: Page, label: string): Promise<void> {
  await expect(page.getByLabel(label)).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.getByLabel(label).evaluate((field) => field === document.activeElement)) return;
  }
  throw new Error(`The keyboard does not get to ${label}`);
}
