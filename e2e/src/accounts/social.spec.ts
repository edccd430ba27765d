import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { latestLink } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const newEmail = () => `${randomUUID().slice(0, 8)}@people.test`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('Google signs a new user in and returns to the requested page', async ({ page }) => {
  const email = newEmail();
  await page.goto(`${stack.dashboard}/dash/devices`);
  await expect(page).toHaveURL(/\/login\/\?redirect=/);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await signInAtProvider(page, email);
  await expect(page).toHaveURL(`${stack.dashboard}/dash/devices`);
  await expectSignedIn(page, email);
});

test('Apple posts its reply cross-site and signs a new user in', async ({ page }) => {
  const email = newEmail();
  const posted = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/social-network-callback/apple'),
  );
  await page.goto(`${stack.dashboard}/register`);
  await page.getByRole('link', { name: 'Continue with Apple' }).click();
  await signInAtProvider(page, email);
  const { origin } = await (await posted).allHeaders();
  expect(origin).toBe(new URL(stack.sandbox).origin);
  await expect(page).toHaveURL(/\/dash\/home\//);
  // The browser treats the two as different sites, so the form was posted without SameSite=Strict and Lax cookies.
  expect(new URL(page.url()).hostname).not.toBe(new URL(stack.sandbox).hostname);
  await expectSignedIn(page, email);
});

test('a Facebook address is unverified: a mailed link confirms it, in the same browser only', async ({
  page,
  browser,
}) => {
  const email = newEmail();
  await page.goto(`${stack.dashboard}/login/`);
  await page.getByRole('link', { name: 'Continue with Facebook' }).click();
  await signInAtProvider(page, email);
  await expect(heading(page, 'Confirm your email address')).toBeVisible();
  await expect(page.getByText(`Facebook hasn’t verified ${email}.`)).toBeVisible();
  await expectAccessible(page, 'an address to confirm');
  await page.getByRole('button', { name: 'Send link', exact: true }).click();
  await expect(heading(page, 'Check your email')).toBeVisible();
  const link = await latestLink(stack.mailbox, email, '/login/social/confirm');

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(other.getByText('This was started in another browser.')).toBeVisible();
  await elsewhere.close();

  await page.goto(link);
  await expect(page).toHaveURL(/\/dash\/home\//);
  await expectSignedIn(page, email);
  await page.goto(link);
  await expect(page.getByText('This link has already been used.')).toBeVisible();
});

test('without an address from the provider, the user enters one by keyboard alone', async ({ page }) => {
  const email = newEmail();
  await page.goto(`${stack.dashboard}/login/social`);
  await expect(heading(page, 'How do you want to sign in?')).toBeVisible();
  await expectAccessible(page, 'the choice of a provider');
  await page.getByRole('link', { name: 'Continue with Facebook' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(heading(page, 'What’s your email address?')).toBeVisible();
  await page.getByLabel('Email').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Value is required')).toBeVisible();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`We sent a link to ${email}`)).toBeVisible();
  await page.goto(await latestLink(stack.mailbox, email, '/login/social/confirm'));
  await expectSignedIn(page, email);
});

test('an existing account connects the provider by its password, and the provider signs in from then on', async ({
  page,
  browser,
}) => {
  const customer = await newCustomer(stack);
  await page.goto(`${stack.dashboard}/login/social?provider=google`);
  await signInAtProvider(page, customer.email);
  await expect(heading(page, 'You already have an account')).toBeVisible();
  await page.getByLabel('Password').fill('not the right one');
  await page.getByRole('button', { name: 'Connect and sign in' }).click();
  await expect(page.getByText('The password you entered isn’t correct')).toBeVisible();
  await expectAccessible(page, 'a wrong password');
  await page.getByLabel('Password').fill(customer.password);
  await page.getByRole('button', { name: 'Connect and sign in' }).click();
  await expectSignedIn(page, customer.email);

  const again = await browser.newContext();
  const other = await again.newPage();
  await other.goto(`${stack.dashboard}/login/social?provider=google`);
  await other.getByRole('button', { name: customer.email }).click();
  await expectSignedIn(other, customer.email);
  await again.close();
});

test('every failure shows its cause and what to do', async ({ page }) => {
  await test.step('the user cancels at each provider', async () => {
    for (const provider of ['google', 'apple', 'facebook']) {
      await page.goto(`${stack.dashboard}/login/social?provider=${provider}`);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText('You canceled at the provider, so nothing has changed')).toBeVisible();
    }
    await expect(heading(page, 'You’re not signed in')).toBeVisible();
    await expectAccessible(page, 'refused at the provider');
    await page.reload();
    await expect(page.getByText('You canceled at the provider, so nothing has changed')).toBeVisible();
    await page.getByRole('link', { name: 'Start again with Facebook' }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  });
  await test.step('a reply with an unknown state', async () => {
    await page.goto(`${stack.dashboard}/login/google/callback?state=unknown&code=unknown`);
    await expect(
      page.getByText('This sign-in took too long or has already been used. Start again'),
    ).toBeVisible();
  });
  await test.step('an unavailable provider and a wrong nonce', async () => {
    // Twice, because the client retries a failed GET once.
    await expectFailure(
      page,
      'unavailable',
      'We can’t reach the provider right now. Please try again later',
      2,
    );
    await expectFailure(page, 'nonce', 'Authentication failed. Please log in and try again.', 1);
  });
  await test.step('an incomplete and an unknown link', async () => {
    await page.goto(`${stack.dashboard}/login/social/confirm`);
    await expect(page.getByText('The link is incomplete.')).toBeVisible();
    await page.goto(`${stack.dashboard}/login/social/confirm?token=unknown`);
    await expect(page.getByText('Invalid confirmation link.')).toBeVisible();
  });
  await test.step('an unknown provider', async () => {
    await page.goto(`${stack.dashboard}/login/myspace/callback?code=1`);
    await expect(page).toHaveURL(/\/404/);
  });
  await test.step('a redirect to another origin', async () => {
    await page.goto(`${stack.dashboard}/login/social?provider=google&redirect=//evil.example`);
    await expect(page.getByText('You’re not signed in')).toBeVisible();
    expect(new URL(page.url()).origin).toBe(stack.dashboard);
  });
});

test('a provider sign-in to a deleted account shows that it was deleted', async ({ page, browser }) => {
  const email = newEmail();
  const customer = await newCustomer(stack);
  await connectGoogle(page, customer, email);
  await customer.client.call(api.deleteAccount, { body: { password: customer.password } });
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(`${stack.dashboard}/login/social?provider=google`);
  await visitor.getByRole('button', { name: email }).click();
  await expect(visitor.getByText('This account was recently deleted.')).toBeVisible();
  await context.close();
});

test('the settings connect a provider to one account only and never disconnect the last sign-in method', async ({
  page,
  browser,
}) => {
  const email = newEmail();
  const customer = await newCustomer(stack);
  await connectGoogle(page, customer, email);
  await page.getByRole('link', { name: 'Go to settings' }).click();
  await expect(page.getByText(email)).toBeVisible();

  await test.step('another account cannot connect it', async () => {
    const context = await browser.newContext();
    const otherPage = await context.newPage();
    await connectGoogle(otherPage, await newCustomer(stack), email, 'Google wasn’t connected');
    await expect(
      otherPage.getByText('That account is already connected to another Comet account'),
    ).toBeVisible();
    await context.close();
  });
  await test.step('its owner disconnects it', async () => {
    await page.getByRole('button', { name: 'Disconnect Google' }).click();
    await page.getByLabel('Your password').fill(customer.password);
    await expectAccessible(page, 'the question before disconnecting');
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByRole('button', { name: 'Connect Google' })).toBeVisible();
  });
  await test.step('the only sign-in method stays', async () => {
    const context = await browser.newContext();
    const newcomer = await context.newPage();
    await newcomer.goto(`${stack.dashboard}/login/social?provider=apple`);
    await signInAtProvider(newcomer, newEmail());
    await expect(newcomer).toHaveURL(/\/dash\/home\//);
    await newcomer.goto(`${stack.dashboard}/dash/settings/`);
    await newcomer.getByRole('button', { name: 'Disconnect Apple' }).click();
    await newcomer.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(newcomer.getByText('This is your only way to sign in.')).toBeVisible();
    await context.close();
  });
});

test('a sign-in opened by an app ends with a request to close the window', async ({ page }) => {
  await page.goto(`${stack.dashboard}/login/social?provider=google&opener=app`);
  await signInAtProvider(page, newEmail());
  await expect(heading(page, 'You’re signed in')).toBeVisible();
  await expect(page.getByText('You can close this window.')).toBeVisible();
  await expectAccessible(page, 'the word to the app’s user');
});

/** Signs in at the provider's page with `email`. */
async function signInAtProvider(page: Page, email: string): Promise<void> {
  // Our login page also has an Email field and stays until the provider's page is loaded.
  await expect(page.getByRole('heading', { level: 1, name: /^Sign in with / })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function expectSignedIn(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/dash\//);
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await expect(page.getByText(email).first()).toBeVisible();
}

/** Makes the provider's next `times` replies fail and expects `words` on the screen. */
async function expectFailure(page: Page, fault: string, words: string, times: number): Promise<void> {
  await page.goto(`${stack.dashboard}/login/social?provider=google`);
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  const setFault = () =>
    fetch(`${stack.sandbox}/control/identity/fault`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'google', fault }),
    });
  let left = times;
  await page.route('**/users/social-network-callback?**', async (route) => {
    if (left > 0) await setFault();
    left -= 1;
    await route.fallback();
  });
  await signInAtProvider(page, newEmail());
  await expect(page.getByText(words)).toBeVisible();
  await page.unroute('**/users/social-network-callback?**');
}

async function connectGoogle(
  page: Page,
  customer: Awaited<ReturnType<typeof newCustomer>>,
  email: string,
  end = 'Google is connected',
): Promise<void> {
  const context: BrowserContext = page.context();
  await signInContext(context, customer);
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await page.getByRole('button', { name: 'Connect Google' }).click();
  await page.getByLabel('Your Comet password').fill(customer.password);
  await page.getByRole('button', { name: 'Continue to Google' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in with Google' })).toBeVisible();
  await page.waitForLoadState();
  const known = page.getByRole('button', { name: email });
  if (await known.isVisible()) await known.click();
  else await signInAtProvider(page, email);
  await expect(heading(page, end)).toBeVisible();
}
