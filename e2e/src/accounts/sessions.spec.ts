import { randomUUID } from 'node:crypto';
import { createClient } from '@comet/client';
import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { type Customer, newCustomer, ownAddress } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
let customer: Customer;

test.beforeEach(async ({ context }) => {
  customer = await newCustomer(stack);
  await signInContext(context, customer);
});

const programs = {
  Firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  Safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
};

/** Signs the customer in from another address. `isValid` returns whether that session is still valid. */
async function signInElsewhere(program: keyof typeof programs) {
  const deviceId = randomUUID();
  const address = ownAddress();
  let token = '';
  const client = createClient({
    baseUrl: stack.api,
    token: () => (token === '' ? null : token),
    deviceId: () => deviceId,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      headers.set('user-agent', programs[program]);
      return fetch(input, { ...init, headers });
    },
  });
  const { email, password } = customer;
  token = (await client.call(api.logIn, { body: { email, password } })).accessToken;
  const isValid = () =>
    client.call(api.currentUser, {}).then(
      () => true,
      () => false,
    );
  return { isValid };
}

const endButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Sign out ${name}`, exact: true });

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expect(page.getByText('This browser', { exact: true })).toBeVisible();
}

test('ends one session by keyboard alone, also on the server', async ({ page }) => {
  const [lost, kept] = [await signInElsewhere('Firefox'), await signInElsewhere('Safari')];
  await openSettings(page);
  await expect(endButton(page, 'Safari on iOS')).toBeVisible();
  await endButton(page, 'Firefox on Linux').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign out Firefox on Linux?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await lost.isValid()).toBe(true);
  await expect(endButton(page, 'Firefox on Linux')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Firefox on Linux is signed out.')).toBeVisible();
  await expect(endButton(page, 'Firefox on Linux')).toBeHidden();
  await expect.poll(() => lost.isValid()).toBe(false);
  expect(await kept.isValid()).toBe(true);
});

test('ends all other sessions, keeps the current one and hides the button', async ({ page }) => {
  const [one, other] = [await signInElsewhere('Firefox'), await signInElsewhere('Safari')];
  await openSettings(page);
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await expectAccessible(page, 'the question');
  await page.getByRole('button', { name: 'Sign them out' }).click();
  await expect(page.getByText('All other sessions are signed out.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out all others' })).toBeHidden();
  await expect.poll(async () => [await one.isValid(), await other.isValid()]).toEqual([false, false]);
  await page.reload();
  await expect(page.getByText('This browser', { exact: true })).toBeVisible();
});

test('logging out everywhere ends the current session too', async ({ page }) => {
  const other = await signInElsewhere('Firefox');
  await openSettings(page);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/login\//);
  expect(await other.isValid()).toBe(false);
  await expect(customer.client.call(api.currentUser, {})).rejects.toThrow('Unauthorized');
});

test('a failed request shows its error and restores the session in the list', async ({ page, context }) => {
  await signInElsewhere('Firefox');
  await openSettings(page);
  const failing = (status: number, body: object) =>
    context.route('**/api/v1/users/tokens/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status, json: body }) : route.fallback(),
    );
  for (const [status, code, words] of [
    [500, 'internal_error', 'Something went wrong'],
    [429, 'too_many_requests', 'Too many requests'],
  ] as const) {
    await failing(status, { error: { code, message: words } });
    await endButton(page, 'Firefox on Linux').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(endButton(page, 'Firefox on Linux')).toBeVisible();
  }
});

test('ending a session that has already ended succeeds', async ({ page }) => {
  await signInElsewhere('Firefox');
  await openSettings(page);
  await endButton(page, 'Firefox on Linux').click();
  await customer.client.call(api.revokeOtherSessions, {});
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Firefox on Linux is signed out.')).toBeVisible();
  await expect(endButton(page, 'Firefox on Linux')).toBeHidden();
});

test('the session list is accessible at both widths and in both themes', async ({ page }) => {
  await signInElsewhere('Firefox');
  await openSettings(page);
  await expectAccessible(page, 'the sessions');
});
