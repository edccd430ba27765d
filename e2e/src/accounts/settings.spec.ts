import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const SETTINGS = `${stack.dashboard}/dash/settings/`;

let customer: Customer;
test.beforeAll(async () => {
  customer = await newCustomer(stack);
});
test.beforeEach(({ context }) => signInContext(context, customer));

test('shows the settings by section', async ({ page }) => {
  await page.goto(SETTINGS);
  const sections = ['Account', 'Security', 'Sessions', 'Appearance', 'Your data', 'Delete account'];
  for (const name of sections) await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Account', exact: true })).toContainText(customer.email);
  await expectAccessible(page, 'settings');
});

test('the breadcrumb of a sub-page leads back to the settings by keyboard', async ({ page }) => {
  for (const address of ['change-email/', 'two-factor/']) {
    await page.goto(SETTINGS + address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Settings' })
      .focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(SETTINGS);
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  }
});

test('the theme follows the device by default, and a chosen theme persists', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(SETTINGS);
  const theme = page.locator('html');
  await expect(theme).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radio', { name: 'Device' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(theme).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await expect(theme).toHaveAttribute('data-theme', 'light');
});

test('slow rows show one loading message until they are loaded', async ({ page }) => {
  const arrives = Promise.withResolvers<void>();
  await page.route(`${stack.dashboard}/api/v1/users/tokens`, async (route) => {
    await arrives.promise;
    await route.continue();
  });
  await page.goto(SETTINGS);
  const section = page.getByRole('region', { name: 'Sessions', exact: true });
  const loading = page.getByRole('status').filter({ hasText: 'Loading your settings' });
  await expect(loading).toHaveCount(1);
  await expect(section.getByText('Loading', { exact: true })).toBeVisible();
  await expectAccessible(page, 'settings that are loading');
  arrives.resolve();
  await expect(loading).toHaveCount(0);
  await expect(section.getByText('Loading', { exact: true })).toHaveCount(0);
});

test('a row that fails to load leaves the others intact and loads on retry', async ({ page }) => {
  const sessions = `${stack.dashboard}/api/v1/users/tokens`;
  await page.route(sessions, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  );
  await page.goto(SETTINGS);
  const section = page.getByRole('region', { name: 'Sessions', exact: true });
  await expect(section).toContainText('Unable to connect to our servers');
  await expect(page.getByRole('region', { name: 'Delete account' })).toBeVisible();
  await page.unroute(sessions);
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect(section).not.toContainText('Unable to connect');
});

test('the export requires the password and saves one archive', async ({ page }) => {
  await page.goto(SETTINGS);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export your data' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Save archive' }).click();
  await expect(dialog.getByText('Value is required')).toBeVisible();
  await dialog.getByLabel('Your password').fill('something else');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The password you entered isn’t correct')).toBeVisible();
  await expectAccessible(page, 'the export');

  const exported = `${stack.dashboard}/api/v1/users/current/export`;
  await page.route(exported, (route) => route.abort());
  await dialog.getByLabel('Your password').fill(customer.password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Unable to connect to our servers')).toBeVisible();
  await page.unroute(exported);

  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save archive' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('comet-export.zip');
  const bytes = readFileSync(await download.path());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(bytes.includes('index.html')).toBe(true);
  await expect(page.getByText('Archive saved as comet-export.zip.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();
});
