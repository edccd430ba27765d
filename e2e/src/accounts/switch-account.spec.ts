import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
let current: Customer;
let other: Customer;

test.beforeAll(async () => {
  [current, other] = [await newCustomer(stack), await newCustomer(stack)];
});

const linkOf = async (customer: Customer, path = '/dash/home/') => {
  const { oneTimeToken } = await customer.client.call(api.createOneTimeToken, {});
  return `${stack.dashboard}${path}?cometToken=${oneTimeToken}`;
};
const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('comet:access-token'));
const sessionsOf = async (customer: Customer) =>
  (await customer.client.call(api.listSessions, {})).sessions.length;

test('a link of another account needs confirmation; staying keeps the session and discards the link', async ({
  page,
  context,
}) => {
  await signInContext(context, current);
  const before = await sessionsOf(other);
  await page.goto(await linkOf(other, '/payment/subscription'));
  await expect(page.getByRole('heading', { name: 'Switch to another account?' })).toBeVisible();
  await expect(page.getByText(current.email)).toContainText(other.email);
  expect(page.url()).toBe(`${stack.dashboard}/switch-account/`);
  expect(await tokenIn(page)).toBe(current.token());
  await expectAccessible(page, 'the question before another account');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${stack.dashboard}/payment/subscription`);
  expect(await tokenIn(page)).toBe(current.token());
  // The unused session of the other account has ended.
  expect(await sessionsOf(other)).toBe(before);
});

test('switching ends the previous session, also on the server', async ({ page, context }) => {
  const leaving = await newCustomer(stack);
  await signInContext(context, leaving);
  await page.goto(await linkOf(other));
  await page.getByRole('button', { name: 'Switch account' }).click();
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  await expect(page.getByRole('heading', { name: 'No plan yet' })).toBeVisible();
  const ended = await leaving.client.call(api.currentUser, {}).catch((error: unknown) => error);
  expect(ended).toMatchObject({ status: 401 });
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await expect(page.getByRole('main').getByText(other.email)).toBeVisible();
});

test('the same account and an expired session need no confirmation', async ({ page, context }) => {
  const own = await newCustomer(stack);
  await signInContext(context, own);
  await page.goto(await linkOf(own));
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  await expect(page.getByRole('heading', { name: 'No plan yet' })).toBeVisible();
  expect(await tokenIn(page)).not.toBe(own.token());
  await page.evaluate(() => localStorage.setItem('comet:access-token', 'long-gone'));
  await page.goto(await linkOf(current));
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  await expect(page.getByRole('heading', { name: 'No plan yet' })).toBeVisible();
});

test('without a pending link the screen redirects to home', async ({ page, context }) => {
  await signInContext(context, current);
  await page.goto(`${stack.dashboard}/switch-account/`);
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
});
