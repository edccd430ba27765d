import { expect, type Page } from '@playwright/test';
import { expectAccessible, untilShown } from '../support/accessibility.ts';
import { signInContext, signInByForm } from '../support/browser.ts';
import { type Customer, newCustomer, newCustomerWithPlan } from '../support/customer.ts';
import { expectFitsAt200Percent } from './zoom.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const publicScreens = ['/register', '/login/', '/verify-email/confirm?token=unknown', '/404'];
const signedInScreens = [
  '/dash/home/',
  '/dash/devices',
  '/dash/quick-login/',
  '/dash/settings/',
  '/dash/nothing-here',
  '/payment/subscription',
];

let newcomer: Customer;
let subscriber: Customer;

test.beforeAll(async () => {
  newcomer = await newCustomer(stack);
  subscriber = await newCustomerWithPlan(stack);
});

test('public screens have no axe violations in either theme, no overflow, and nothing cut off at 200 %', async ({
  page,
}) => {
  await expectChecksPass(page, publicScreens);
});

test('screens of a customer without a plan pass the same checks', async ({ page, context }) => {
  await signInContext(context, newcomer);
  await expectChecksPass(page, signedInScreens);
});

test('screens of a subscriber pass the same checks', async ({ page, context }) => {
  await signInContext(context, subscriber);
  await expectChecksPass(page, signedInScreens);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('redirects a signed-out visitor to sign in and back to the requested page', async ({ page }) => {
  await page.goto(`${stack.dashboard}/dash/devices`);
  await expect(page).toHaveURL(/\/(login\/|register)\?redirect=/);
  await page.goto(page.url().replace('/register', '/login/'));
  await signInByForm(page, subscriber);
  await expect(page).toHaveURL(/\/dash\/devices/);
});

test('redirects the terms, privacy and refund pages to the site', async () => {
  for (const page of ['/terms/', '/privacy/', '/refunds/']) {
    const response = await fetch(stack.dashboard + page);
    expect([response.status, response.url]).toEqual([200, stack.site + page]);
  }
});

test('registration shows its errors by keyboard alone', async ({ page }) => {
  await page.goto(`${stack.dashboard}/register`);
  await page.getByLabel('Email').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('not an address');
  await page.keyboard.press('Tab');
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Value is not a valid email address')).toBeVisible();
  await expect(page.getByText('This field should be at least 8 characters long')).toBeVisible();
  await expect(page).toHaveURL(/\/register/);
});

test('a wrong password shows the catalogue’s message', async ({ page }) => {
  await page.goto(`${stack.dashboard}/login/`);
  await signInByForm(page, { ...subscriber, password: 'something else' });
  await expect(page.getByText('Wrong username or password.')).toBeVisible();
});

test('signing out ends the session on the server', async ({ page }) => {
  await signIn(page, newcomer);
  const token = await page.evaluate(() => localStorage.getItem('comet:access-token'));
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'comet-device-id');
  const fetchCurrentUser = () =>
    fetch(`${stack.api}/api/v1/users/current`, {
      headers: { authorization: `Bearer ${token}`, 'app-identifier': cookie?.value ?? '' },
    });
  expect((await fetchCurrentUser()).status).toBe(200);
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/login\//);
  expect((await fetchCurrentUser()).status).toBe(401);
});

async function expectChecksPass(page: Page, screens: readonly string[]): Promise<void> {
  for (const screen of screens) {
    await page.goto(stack.dashboard + screen);
    await untilShown(page);
    await expectFitsAt200Percent(page, screen);
    await expectAccessible(page, screen);
  }
}

async function signIn(page: Page, customer: Customer): Promise<void> {
  await page.goto(`${stack.dashboard}/login/`);
  await signInByForm(page, customer);
  await expect(page).toHaveURL(/\/dash\/home\//);
}
