import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { turnOnTwoFactor } from '../support/totp.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const factor = (page: Page) => page.getByLabel('Two-factor code');

test('with two-factor on, sensitive requests need a code besides the password, once in ten minutes', async ({
  page,
  context,
}) => {
  const customer = await newCustomer(stack);
  const { app, recoveryCodes } = await turnOnTwoFactor(stack, customer);
  await signInContext(context, customer);

  await page.goto(`${stack.dashboard}/dash/settings/change-email/`);
  await page.getByLabel('New email').fill('elsewhere@customers.test');
  await page.getByLabel('Current password').fill(customer.password);
  await page.keyboard.press('Enter');
  await expect(factor(page)).toBeFocused();
  await expectAccessible(page, 'a form that asks for a code as well');
  await page.keyboard.press('Enter');
  await expect(factor(page)).toHaveAccessibleDescription('Value is required');
  await factor(page).fill('12345');
  await expect(factor(page)).toHaveAccessibleDescription('Enter all six digits');
  await factor(page).fill(app.wrong());
  await page.keyboard.press('Enter');
  await expect(factor(page)).toHaveAccessibleDescription('The one time code you entered was incorrect.');
  await expect(factor(page)).toBeFocused();
  await factor(page).fill('aaaa-aaaa-aaaa');
  await page.keyboard.press('Enter');
  await expect(factor(page)).toHaveAccessibleDescription('The recovery code you entered was incorrect.');
  await factor(page).fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('elsewhere@customers.test')).toBeVisible();

  // The next sensitive request needs no further code.
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByLabel('Your password').fill(customer.password);
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('comet-export.zip');
});

test('a dialog shows the code field below the password', async ({ page, context }) => {
  const customer = await newCustomer(stack);
  const { app } = await turnOnTwoFactor(stack, customer);
  await signInContext(context, customer);
  await page.goto(`${stack.dashboard}/dash/delete-account/`);
  const open = page.getByRole('button', { name: 'Delete account' });
  await open.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(customer.password);
  await page.keyboard.press('Enter');
  await expect(factor(page)).toBeFocused();
  await expectAccessible(page, 'a dialog that asks for a code as well');
  await factor(page).fill(await app.next());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account-deleted\//);
});
