import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { turnOnTwoFactor } from '../support/totp.ts';
import { signInContext } from '../support/browser.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { addVirtualAuthenticator, type VirtualAuthenticator } from '../support/virtual-authenticator.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const settings = `${stack.dashboard}/dash/settings/`;
const logIn = `${stack.dashboard}/login/`;
const home = `${stack.dashboard}/dash/home/`;
const signInOptions = '**/users/tokens/passkey/options';

let customer: Customer;
let authenticator: VirtualAuthenticator;

test.beforeEach(async ({ page, context }) => {
  customer = await newCustomer(stack);
  authenticator = await addVirtualAuthenticator(page);
  await signInContext(context, customer);
  await page.goto(settings);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function add(page: Page, password = customer.password): Promise<void> {
  await button(page, 'Add a passkey').click();
  await page.getByLabel('Your password').fill(password);
  await button(page, 'Continue').click();
}

async function addPasskey(page: Page): Promise<void> {
  await add(page);
  await expect(page.getByText('On one device')).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.goto(settings);
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(logIn);
}

/** Signs out with user presence off: the authenticator keeps the passkey and does not respond. */
async function logOutWithoutPresence(page: Page): Promise<void> {
  await authenticator.setUserPresence(false);
  await logOut(page);
}

/**
 * Clicks the passkey button with user presence. The authenticator checks presence once, when it receives the request, so the options
 * are delayed until presence is on. Turning presence on earlier would accept the offer of the email field.
 */
async function signIn(page: Page): Promise<void> {
  const attended = Promise.withResolvers<void>();
  await page.route(signInOptions, async (route) => {
    await attended.promise;
    await route.fallback();
  });
  await button(page, 'Sign in with a passkey').click();
  await authenticator.setUserPresence(true);
  attended.resolve();
}

async function signInByPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password').fill(customer.password);
  await button(page, 'Sign in').first().click();
  await expect(button(page, 'Use a passkey')).toBeVisible();
}

test('adds a passkey after the password, renames it and removes it; a removed passkey cannot sign in', async ({
  page,
}) => {
  await expect(page.getByText('None yet')).toBeVisible();
  await add(page, 'not the password');
  await expect(page.getByLabel('Your password')).toHaveAccessibleDescription(
    'The password you entered isn’t correct',
  );
  await expectAccessible(page, 'adding a passkey');
  await page.getByLabel('Your password').fill(customer.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passkey was added.').first()).toBeVisible();
  expect(await authenticator.count()).toBe(1);

  await button(page, 'Rename Passkey').click();
  await page.getByLabel('Name').fill('My phone');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Renamed to My phone.').first()).toBeVisible();
  await expectAccessible(page, 'the settings with a passkey');

  await button(page, 'Remove My phone').click();
  await page.getByLabel('Your password').fill(customer.password);
  await button(page, 'Remove passkey').click();
  await expect(page.getByText('None yet')).toBeVisible();
  await logOutWithoutPresence(page);
  await signIn(page);
  await expect(page.getByText('We don’t know this passkey. It may have been removed')).toBeVisible();
  await expect(page).toHaveURL(logIn);
});

test('the button signs in by passkey without a two-factor code', async ({ page }) => {
  await addPasskey(page);
  await turnOnTwoFactor(stack, customer);
  await logOutWithoutPresence(page);
  await signIn(page);
  await expect(page).toHaveURL(home);
  await page.goto(settings);
  await expect(page.getByText(/^Added .*, last used /)).toBeVisible();
});

test('the email field offers the passkey', async ({ page }) => {
  await addPasskey(page);
  await logOutWithoutPresence(page);
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  await authenticator.setUserPresence(true);
  await page.reload();
  await expect(page).toHaveURL(home);
});

test('a late offer of the email field does not cancel a sign-in started by the button', async ({ page }) => {
  await addPasskey(page);
  const late = Promise.withResolvers<void>();
  let requests = 0;
  await page.route(signInOptions, async (route) => {
    requests += 1;
    if (requests === 1) await late.promise;
    await route.fallback();
  });
  const offered = page.waitForRequest(signInOptions);
  await logOutWithoutPresence(page);
  await offered;
  const optionsReceived = page.waitForResponse(signInOptions);
  await button(page, 'Sign in with a passkey').click();
  await optionsReceived;
  const ready = page.waitForResponse(signInOptions);
  late.resolve();
  await (await ready).finished();
  // Waits long enough for an unwanted cancellation to show.
  await page.waitForTimeout(500);
  await expect(button(page, 'Sign in with a passkey')).toBeDisabled();
});

test('a slow check for conditional mediation does not cancel a sign-in started by the button', async ({
  page,
}) => {
  await addPasskey(page);
  await page.addInitScript(() => {
    const { isConditionalMediationAvailable: isAvailable } = PublicKeyCredential;
    PublicKeyCredential.isConditionalMediationAvailable = async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return isAvailable.call(PublicKeyCredential);
    };
  });
  const offered = page.waitForResponse(signInOptions);
  await logOutWithoutPresence(page);
  await page.reload();
  await offered;
  await button(page, 'Sign in with a passkey').click();
  await page.waitForTimeout(1500);
  await expect(button(page, 'Sign in with a passkey')).toBeDisabled();
});

test('a passkey replaces the two-factor code, and the device is remembered', async ({ page }) => {
  await addPasskey(page);
  await turnOnTwoFactor(stack, customer);
  await logOutWithoutPresence(page);
  await signInByPassword(page);
  await expectAccessible(page, 'the two-factor gate with a passkey');
  await authenticator.setUserPresence(true);
  await button(page, 'Use a passkey').click();
  await expect(button(page, 'Use a passkey')).toBeHidden();
  await expect(page).toHaveURL(home);

  await logOutWithoutPresence(page);
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password').fill(customer.password);
  await button(page, 'Sign in').first().click();
  await expect(page.getByRole('link', { name: 'Settings' }).first()).toBeVisible();
});

test('cancelled and duplicate passkeys show an error, and a retry succeeds', async ({ page }) => {
  await authenticator.setUserVerified(false);
  await add(page);
  await expect(page.getByText('No passkey was created: it was canceled or took too long.')).toBeVisible();
  await authenticator.setUserVerified(true);
  await button(page, 'Continue').click();
  await expect(page.getByText('On one device')).toBeVisible();
  await add(page);
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();
  await button(page, 'Cancel').click();

  await turnOnTwoFactor(stack, customer);
  await authenticator.setUserVerified(false);
  await logOut(page);
  await button(page, 'Sign in with a passkey').click();
  const cancelled = page.getByText(/^No passkey was used: it was canceled/);
  await expect(cancelled).toBeVisible();
  await expectAccessible(page, 'a sign-in that was canceled');
  await signInByPassword(page);
  await button(page, 'Use a passkey').click();
  await expect(cancelled).toBeVisible();
  await authenticator.setUserVerified(true);
  await button(page, 'Use a passkey').click();
  await expect(page).toHaveURL(home);
});

test('without passkey support in the browser, the settings show a notice and the existing passkeys', async ({
  page,
}) => {
  await addPasskey(page);
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  });
  await page.reload();
  await expect(page.getByText('This browser doesn’t support passkeys.')).toBeVisible();
  await expect(button(page, 'Add a passkey')).toBeHidden();
  await expect(button(page, 'Remove Passkey')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await button(page, 'Sign in with a passkey').click();
  await expect(page.getByText(/^This browser doesn’t support passkeys\. Try another browser/)).toBeVisible();
});

test('a passkey does not work at another origin', async ({ page, context }) => {
  await addPasskey(page);
  const { passkeys } = await customer.client.call(api.listPasskeys, {});
  expect(passkeys.map(({ isSynced }) => isSynced)).toEqual([false]);
  const elsewhere = await context.newPage();
  await elsewhere.goto(logIn.replace('localhost', '127.0.0.1'));
  await button(elsewhere, 'Sign in with a passkey').click();
  await expect(elsewhere.getByText(/^Passkeys don’t work at this URL/)).toBeVisible();
});
