import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import { runningStack } from './running-stack.ts';

/** Signs a customer in to a browser context by the access token and device id. */
export async function signInContext(context: BrowserContext, customer: Customer): Promise<void> {
  const stack = runningStack();
  await context.addCookies([{ name: 'comet-device-id', value: customer.deviceId, url: stack.dashboard }]);
  const marker = `comet-entered-${customer.deviceId}`;
  // Only once per browser, so that the next page does not undo a sign-out.
  await context.addInitScript(
    ([token, once]) => {
      if (localStorage.getItem(once) !== null) return;
      localStorage.setItem(once, 'yes');
      localStorage.setItem('comet:access-token', token);
    },
    [customer.token(), marker] as const,
  );
}

/** Fills in and submits the login form. Waits for the login screen, because the registration has the same fields. */
export async function signInByForm(
  page: Page,
  { email, password }: Pick<Customer, 'email' | 'password'>,
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
