import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { authenticator } from '../support/totp.ts';
import { newSubscriber } from '../payments/subscriber.ts';
import { cometOps } from '../support/operator-cli.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts';

const { operatorConsole } = runningStack();
const password = 'a long word of the operator';

async function signIn(page: Page, name: string, code: string): Promise<void> {
  await page.goto(`${operatorConsole}/ops/sign-in`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Code from your authenticator app').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function searchFor(page: Page, words: string): Promise<void> {
  await page.getByRole('banner').getByRole('searchbox', { name: 'Search' }).fill(words);
  await page.keyboard.press('Enter');
}

/** Creates an operator and signs them in; returns their authenticator app. */
async function enrol(page: Page, name = `eve-${randomUUID().slice(0, 8)}`) {
  const link = (await cometOps('operators', 'add', name)).split('\n').at(-1) ?? '';
  await page.goto(link);
  const app = authenticator((await page.locator('code').textContent()) ?? '');
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Code', { exact: true }).fill(await app.next());
  await page.getByRole('button', { name: 'Set up' }).click();
  await signIn(page, name, await app.next());
  await expect(headline(page)).toHaveText('Inbox');
  return app;
}

test('an operator adds a passkey and signs in with it; the sign-in works without scripts, too', async ({
  page,
  browser,
}) => {
  const name = `pia-${randomUUID().slice(0, 8)}`;
  const app = await enrol(page, name);
  const authenticator = await addVirtualAuthenticator(page);
  await page.getByRole('link', { name: 'Passkeys' }).click();
  await page.getByLabel('Code from your authenticator app').fill(await app.next());
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('status')).toContainText('You can sign in with it now.');
  expect(await authenticator.count()).toBe(1);
  await page.getByRole('button', { name: `Sign out ${name}` }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(headline(page)).toHaveText('Inbox');
  await page.getByRole('link', { name: 'Passkeys' }).click();
  await expectAccessible(page, 'the console’s passkeys');
  await page.getByLabel('I am sure').check();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('status')).toContainText('can’t sign you in any more');
  await page.getByRole('button', { name: `Sign out ${name}` }).click();
  await authenticator.setUserVerified(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(refusal(page)).toBeVisible();

  const scriptless = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await scriptless.goto(`${operatorConsole}/ops/sign-in`);
  await expect(scriptless.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
  await signIn(scriptless, name, await app.next());
  await expect(headline(scriptless)).toHaveText('Inbox');
  await scriptless.context().close();
});

const refusal = (page: Page) => page.getByRole('alert');
const headline = (page: Page) => page.getByRole('heading', { level: 1 });

test('an operator signs in with a single-use code, refunds with an audit entry, answers a ticket; forged forms are rejected', async ({
  page,
  browser,
}) => {
  const customer = await newSubscriber(12);
  const message = `It does not connect. ${randomUUID()}`;
  await customer.client.call(api.sendSupportMessage, { body: { text: message, attachments: [] } });
  const name = `ada-${randomUUID().slice(0, 8)}`;
  const link = (await cometOps('operators', 'add', name)).split('\n').at(-1) ?? '';
  await page.goto(link);
  const app = authenticator((await page.locator('code').textContent()) ?? '');
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Code', { exact: true }).fill(await app.next());
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(headline(page)).toHaveText('You’re set up');

  await signIn(page, name, app.wrong());
  await expect(refusal(page)).toContainText('Wrong name, password or code');
  await expectAccessible(page, 'the console’s sign-in');
  const code = await app.next();
  await signIn(page, name, code);
  await expect(headline(page)).toHaveText('Inbox');
  const elsewhere = await browser.newContext();
  const second = await elsewhere.newPage();
  await signIn(second, name, code);
  await expect(refusal(second)).toContainText('Wrong name, password or code');
  await elsewhere.close();

  await expectAccessible(page, 'the console’s inbox');
  await expect(page.getByRole('heading', { name: 'Tickets waiting' })).toBeVisible();
  await searchFor(page, customer.email);
  await expect(headline(page)).toHaveText(customer.email);
  await expectAccessible(page, 'a customer in the console');
  const customerUrl = page.url();
  await page.getByRole('link', { name: /^CV-/ }).click();
  await expectAccessible(page, 'an order in the console');
  const payBack = page.getByRole('button', { name: 'Refund latest payment' });
  await payBack.click();
  // The form is not submitted while the confirmation checkbox is empty.
  await expect(payBack).toBeVisible();
  await page.getByLabel('I am sure').check();
  await payBack.click();
  await expect(page.getByRole('status')).toContainText('Paddle');
  await page.goto(customerUrl);
  await expect(page.getByRole('row', { name: /refund/ }).filter({ hasText: name })).toHaveCount(1);

  await page.getByRole('link', { name: 'A message to support' }).click();
  await expect(page.getByText(message)).toBeVisible();
  await expectAccessible(page, 'a ticket in the console');
  await page.getByLabel('Reply').fill('Try OpenVPN by TCP.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(headline(page)).toHaveText('Done');
  const { tickets } = await customer.client.call(api.listSupportTickets, {});
  expect(JSON.stringify(tickets)).toContain('Try OpenVPN by TCP.');

  await page.getByRole('link', { name: 'Back' }).click();
  // Simulates a form of another site, which lacks this session's form token.
  await page.locator('form[action$=close-ticket] [name=form_token]').evaluate((token) => token.remove());
  await page.getByRole('button', { name: 'Close ticket' }).click();
  await expect(refusal(page)).toHaveText('This form has expired');
  const foreign = { headers: { origin: 'https://elsewhere.test' }, form: { name, password, code } };
  expect((await page.request.post(`${operatorConsole}/ops/sign-in`, foreign)).status()).toBe(403);
  await page.getByRole('button', { name: `Sign out ${name}` }).click();
  await page.goto(customerUrl);
  await expect(headline(page)).toHaveText('Sign in');
});

const paths = [
  ...['', 'tickets?show=all', 'customers', 'orders', 'orders?drafts=yes', 'shared-cards', 'fleet', 'coupons'],
  ...['audit', 'stuck-payments', 'refused-webhooks', 'search?q=nobody', 'refunds', 'passkeys'],
  ...['audit?reads=yes&action=operator_read'],
];

test('every page of the console is accessible and fits a phone in both themes, in the brand’s font; on a phone the navigation opens from a button and closes with Escape', async ({
  page,
}) => {
  test.slow();
  await enrol(page);
  for (const path of paths) {
    await page.goto(`${operatorConsole}/ops/${path}`);
    await expectAccessible(page, `/ops/${path}`, async (view) =>
      expect(await clippedTexts(page), view).toEqual([]),
    );
  }
  expect(await page.evaluate(() => document.fonts.check('600 16px "Bricolage Grotesque"'))).toBe(true);
  expect(await page.evaluate(() => document.fonts.check('16px "Instrument Sans"'))).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  const fleet = page.getByRole('navigation').getByRole('link', { name: 'Fleet' });
  await expect(fleet).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(7);
  await expectAccessible(page, 'the console’s menu');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Escape');
  await expect(fleet).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await fleet.click();
  await expect(headline(page)).toHaveText('Fleet');
});

/**
 * Returns the labels of buttons that are not fully within the page, and of elements that cut off a part of
 * their text.
 */
const clippedTexts = (page: Page) =>
  page.locator('header *, main *').evaluateAll((elements) =>
    elements
      .filter((element) => {
        if (!element.checkVisibility() || element.closest('.wide') === element) return false;
        const { right } = element.getBoundingClientRect();
        const hides =
          getComputedStyle(element).overflowX !== 'visible' && element.matches(':not(input, textarea)');
        return (
          (element.matches('button') && right > document.documentElement.clientWidth) ||
          (hides && element.scrollWidth > element.clientWidth + 1)
        );
      })
      .map((element) => element.textContent),
  );
