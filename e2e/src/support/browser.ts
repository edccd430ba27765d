import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import { runningStack } from './running-stack.ts';

/** Makes a browser that of a customer who has signed in: the customer's token and device id. */
export async function signInContext(context: BrowserContext, customer: Customer): Promise<void> {
  const stack = runningStack();
  await context.addCookies([{ name: 'comet-device-id', value: customer.deviceId, url: stack.dashboard }]);
  const marker = `comet-entered-${customer.deviceId}`;
  // Once a browser, so that signing out is not undone by the next page.
  await context.addInitScript(
    ([token, once]) => {
      if (localStorage.getItem(once) !== null) return;
      localStorage.setItem(once, 'yes');
      localStorage.setItem('comet:access-token', token);
    },
    [customer.token(), marker] as const,
  );
}

/** Fills in the form of the login screen and sends it. Waits for that screen: the registration, which may lead to it, has the same fields. */
export async function signInByForm(
  page: Page,
  { email, password }: Pick<Customer, 'email' | 'password'>,
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
