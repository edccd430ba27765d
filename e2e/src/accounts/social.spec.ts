import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { enterAs } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { latestLink } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const newEmail = () => `${randomUUID().slice(0, 8)}@people.test`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('Google signs a newcomer in, and leads back to where they wanted to go', async ({ page }) => {
  const email = newEmail();
  await page.goto(`${stack.dashboard}/dash/devices`);
  await expect(page).toHaveURL(/\/login\/\?redirect=/);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await answerAs(page, email);
  await expect(page).toHaveURL(`${stack.dashboard}/dash/devices`);
  await expectSignedIn(page, email);
});

test('Apple posts its answer from its own site, and the newcomer is in', async ({ page }) => {
  const email = newEmail();
  const posted = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/social-network-callback/apple'),
  );
  await page.goto(`${stack.dashboard}/register`);
  await page.getByRole('link', { name: 'Continue with Apple' }).click();
  await answerAs(page, email);
  const { origin } = await (await posted).allHeaders();
  expect(origin).toBe(new URL(stack.sandbox).origin);
  await expect(page).toHaveURL(/\/dash\/home\//);
  // To a browser the two are different sites, so that no strict or lax cookie came with the form.
  expect(new URL(page.url()).hostname).not.toBe(new URL(stack.sandbox).hostname);
  await expectSignedIn(page, email);
});

test('Facebook vouches for no address: a link in the mailbox does, in this browser only', async ({
  page,
  browser,
}) => {
  const email = newEmail();
  await page.goto(`${stack.dashboard}/login/`);
  await page.getByRole('link', { name: 'Continue with Facebook' }).click();
  await answerAs(page, email);
  await expect(heading(page, 'Confirm your email address')).toBeVisible();
  await expect(page.getByText(`Facebook does not tell us whether ${email} is yours`)).toBeVisible();
  await expectAccessible(page, 'an address to confirm');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(heading(page, 'Look into your mailbox')).toBeVisible();
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
  await expect(page.getByText('This link was already used.')).toBeVisible();
});

test('where the provider knows no address, the person names one, by keyboard alone', async ({ page }) => {
  const email = newEmail();
  await page.goto(`${stack.dashboard}/login/social`);
  await expect(heading(page, 'How do you want to sign in?')).toBeVisible();
  await expectAccessible(page, 'the choice of a provider');
  await page.getByRole('link', { name: 'Continue with Facebook' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(heading(page, 'Which email address is yours?')).toBeVisible();
  await page.getByLabel('Email').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Value is required')).toBeVisible();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`We sent a link to ${email}`)).toBeVisible();
  await page.goto(await latestLink(stack.mailbox, email, '/login/social/confirm'));
  await expectSignedIn(page, email);
});

test('an account that has the address opens by its password, and by the provider from then on', async ({
  page,
  browser,
}) => {
  const customer = await newCustomer(stack);
  await page.goto(`${stack.dashboard}/login/social?provider=google`);
  await answerAs(page, customer.email);
  await expect(heading(page, 'You have an account already')).toBeVisible();
  await page.getByLabel('Password').fill('not the right one');
  await page.getByRole('button', { name: 'Connect and sign in' }).click();
  await expect(page.getByText('The password you entered is not correct')).toBeVisible();
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

test('every refusal says what happened and what to do', async ({ page }) => {
  await test.step('refused at the provider, each in its own words to us', async () => {
    for (const provider of ['google', 'apple', 'facebook']) {
      await page.goto(`${stack.dashboard}/login/social?provider=${provider}`);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText('You did not agree at the provider, so nothing was changed')).toBeVisible();
    }
    await expect(heading(page, 'You are not signed in')).toBeVisible();
    await expectAccessible(page, 'refused at the provider');
    await page.reload();
    await expect(page.getByText('You did not agree at the provider, so nothing was changed')).toBeVisible();
    await page.getByRole('link', { name: 'Start again with Facebook' }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  });
  await test.step('an answer that is too old, used or not ours', async () => {
    await page.goto(`${stack.dashboard}/login/google/callback?state=unknown&code=unknown`);
    await expect(page.getByText('This sign-in took too long or was already used. Start again')).toBeVisible();
  });
  await test.step('a provider that is down, and one that proves nothing', async () => {
    // Once for the page, and once for the second try that reads get.
    await failWith(page, 'unavailable', 'The provider does not answer right now. Please try again later', 2);
    await failWith(page, 'nonce', 'Authentication failed. Please log in and try again.', 1);
  });
  await test.step('a link that is cut short or unknown', async () => {
    await page.goto(`${stack.dashboard}/login/social/confirm`);
    await expect(page.getByText('The link is incomplete.')).toBeVisible();
    await page.goto(`${stack.dashboard}/login/social/confirm?token=unknown`);
    await expect(page.getByText('Invalid confirmation link.')).toBeVisible();
  });
  await test.step('a provider that does not exist', async () => {
    await page.goto(`${stack.dashboard}/login/myspace/callback?code=1`);
    await expect(page).toHaveURL(/\/404/);
  });
  await test.step('an address that leads elsewhere', async () => {
    await page.goto(`${stack.dashboard}/login/social?provider=google&redirect=//evil.example`);
    await expect(page.getByText('You are not signed in')).toBeVisible();
    expect(new URL(page.url()).origin).toBe(stack.dashboard);
  });
});

test('a deleted account says so, by provider too', async ({ page, browser }) => {
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

test('a provider is connected and disconnected in the settings; not twice, and never the last way in', async ({
  page,
  browser,
}) => {
  const email = newEmail();
  const customer = await newCustomer(stack);
  await connectGoogle(page, customer, email);
  await page.getByRole('link', { name: 'Go to settings' }).click();
  await expect(page.getByText(email)).toBeVisible();

  await test.step('another account cannot have it', async () => {
    const context = await browser.newContext();
    const stranger = await context.newPage();
    await connectGoogle(stranger, await newCustomer(stack), email, 'Google was not connected');
    await expect(
      stranger.getByText('This account at the provider is already connected to another Comet account'),
    ).toBeVisible();
    await context.close();
  });
  await test.step('it goes when its owner says so', async () => {
    await page.getByRole('button', { name: 'Disconnect Google' }).click();
    await page.getByLabel('Your password').fill(customer.password);
    await expectAccessible(page, 'the question before disconnecting');
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByRole('button', { name: 'Connect Google' })).toBeVisible();
  });
  await test.step('the only way in stays', async () => {
    const context = await browser.newContext();
    const newcomer = await context.newPage();
    await newcomer.goto(`${stack.dashboard}/login/social?provider=apple`);
    await answerAs(newcomer, newEmail());
    await expect(newcomer).toHaveURL(/\/dash\/home\//);
    await newcomer.goto(`${stack.dashboard}/dash/settings/`);
    await newcomer.getByRole('button', { name: 'Disconnect Apple' }).click();
    await newcomer.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(newcomer.getByText('This is the only way into your account.')).toBeVisible();
    await context.close();
  });
});

test('an app that opened the browser is told to be looked at again', async ({ page }) => {
  await page.goto(`${stack.dashboard}/login/social?provider=google&opener=app`);
  await answerAs(page, newEmail());
  await expect(heading(page, 'You are signed in')).toBeVisible();
  await expect(page.getByText('You can close this window.')).toBeVisible();
  await expectAccessible(page, 'the word to the app’s user');
});

/** Says at the provider's page who one is. */
async function answerAs(page: Page, email: string): Promise<void> {
  // Our own login has a field of that name as well, and is there until the provider's page has come.
  await expect(page.getByRole('heading', { level: 1, name: /^Sign in with / })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function expectSignedIn(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/dash\//);
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await expect(page.getByText(email).first()).toBeVisible();
}

/** Lets the provider's next `times` answers go wrong, and reads what the screen says. */
async function failWith(page: Page, fault: string, words: string, times: number): Promise<void> {
  await page.goto(`${stack.dashboard}/login/social?provider=google`);
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  const disturb = () =>
    fetch(`${stack.sandbox}/control/identity/fault`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'google', fault }),
    });
  let left = times;
  await page.route('**/users/social-network-callback?**', async (route) => {
    if (left > 0) await disturb();
    left -= 1;
    await route.fallback();
  });
  await answerAs(page, newEmail());
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
  await enterAs(context, customer);
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await page.getByRole('button', { name: 'Connect Google' }).click();
  await page.getByLabel('Your Comet password').fill(customer.password);
  await page.getByRole('button', { name: 'Go on to Google' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in with Google' })).toBeVisible();
  await page.waitForLoadState();
  const known = page.getByRole('button', { name: email });
  if (await known.isVisible()) await known.click();
  else await answerAs(page, email);
  await expect(heading(page, end)).toBeVisible();
}
