import { expect, type Page } from '@playwright/test';
import { turnOnTwoFactor } from '../support/totp.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { runningLab, runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';
import { type AppWindow, type Desktop, openDesktop } from './app-window.ts';

const lab = runningLab();
const stack = runningStack();
let desktop: Desktop;
let app: AppWindow;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });
  desktop = await openDesktop(lab, 'sign-in');
  app = await desktop.open();
});

test.afterAll(() => desktop?.close());

/** Expects the app to show `email` as signed in, then signs out. */
async function signedInAs(email: string): Promise<void> {
  await app.press('Settings');
  await expect.poll(() => app.text()).toContain(email);
  await desktop.follow('comet://account');
  // The account and its devices load above the button and move it, so wait for both before the click.
  await expect.poll(() => app.text()).toContain('A removed device stops working immediately.');
  await app.press('Sign out');
  await expect.poll(() => app.text()).toContain('Sign out?');
  await app.press('Sign out');
  await expect.poll(() => app.text()).toContain('Create an account');
}

test('the first start leads through four cards, with a sign-in by email, password and authenticator code', async () => {
  const customer = await newCustomer(stack);
  const phone = await turnOnTwoFactor(stack, customer);
  await app.headline('Choose where you browse from');
  await app.press('Continue');
  await app.headline('Sign in to Comet');
  await app.press('Sign in');
  await app.press('Email and password');
  await app.press('Forgot your password?');
  expect(await desktop.openedPage()).toBe(`${stack.dashboard}/reset-password/`);
  await app.fill('Email', customer.email);
  await app.fill('Password', customer.password);
  await app.press('Sign in');
  await app.headline('Enter your code');
  await app.fill('Digit 1 of 6', phone.app.wrong());
  await app.press('Continue');
  await expect.poll(() => app.text()).toContain('The one time code you entered was incorrect.');
  await app.fill('Digit 1 of 6', await phone.app.next());
  await app.press('Continue');
  await app.headline('This computer is ready');
  await app.press('Continue');
  await app.headline('Connect');
  await app.press('Skip');
  await app.headline('Not protected');
  // From now on, signing out leads to the sign-in alone.
  await signedInAs(customer.email);
});

test('a new user signs in with Google in the browser, and approval there signs the app in', async ({
  page,
}) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@people.test`;
  await desktop.follow('comet://login');
  await app.press('Continue with Google');
  await page.goto(await desktop.openedPage());
  await expect(page.getByRole('heading', { level: 1, name: /^Sign in with / })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await approve(page);
  await signedInAs(email);
});

test('the same button opens the approval directly in a signed-in browser', async ({ page, context }) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  await app.press('Sign in');
  await app.press('Continue with Google');
  await page.goto(await desktop.openedPage());
  await approve(page);
  await signedInAs(customer.email);
});

test('a code entered in another browser signs the app in', async ({ page, context }) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  await app.press('Sign in');
  await app.press('Code on your phone or in your browser');
  await app.headline('Approve this computer');
  const code = /[A-Z]{4}-[A-Z]{4}/;
  await expect.poll(() => app.text()).toMatch(code);
  await page.goto(`${stack.dashboard}/dash/quick-login/`);
  await page.getByLabel('Code').fill(code.exec(await app.text())?.[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await approve(page);
  await signedInAs(customer.email);
});

async function approve(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/dash\/quick-login\/?\?code=/);
  await page.getByRole('button', { name: 'Approve' }).click();
}
