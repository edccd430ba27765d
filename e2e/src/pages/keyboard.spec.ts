import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { latestLink } from '../support/mailbox.ts';
import { checkoutOn, expectPaid } from '../payments/checkout.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const MAX_TAB_PRESSES = 60;

/** Returns the focused element's role and accessible name, also inside the checkout's frame. */
async function focused(page: Page): Promise<string> {
  const inFrames = page.frames().map((frame) =>
    frame.evaluate(() => {
      const at = document.activeElement;
      if (at === null || at === document.body || at.tagName === 'IFRAME') return '';
      const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : null;
      return (at.getAttribute('aria-label') ?? label ?? at.textContent ?? '').trim();
    }),
  );
  return (await Promise.all(inFrames)).find((name) => name !== '') ?? '';
}

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const visited: string[] = [];
  for (let steps = 0; steps < MAX_TAB_PRESSES; steps += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (typeof name === 'string' ? at === name : name.test(at)) return;
    visited.push(at);
  }
  throw new Error(`Tab never reached ${String(name)}: ${visited.join(' | ')}`);
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(text);
}

async function press(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

const headline = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('with Tab, Enter and Space only: registers, buys a plan by card, cancels it, opens its invoice and requests a refund', async ({
  page,
}) => {
  const email = `${randomUUID().slice(0, 8)}@customers.test`;
  await page.goto(`${stack.dashboard}/register`);
  await headline(page, 'Create your account');
  await type(page, 'Email', email);
  await type(page, 'Password', randomUUID());
  await press(page, 'Create account');
  await headline(page, 'Confirm your email address');
  await page.goto(await latestLink(stack.mailbox, email, '/verify-email/confirm'));
  await headline(page, 'Your email address is confirmed');

  await page.goto(`${stack.dashboard}/dash/home/`);
  await headline(page, 'No plan yet');
  await press(page, 'Choose a plan');
  await headline(page, 'Choose your plan');
  await expect(page.getByRole('button', { name: /^Pay \$|^Start \d/ })).toBeEnabled();
  await press(page, /^Pay \$|^Start \d/);
  const checkout = checkoutOn(page);
  await expect(checkout.getByLabel('Card number')).toBeVisible();
  await type(page, 'Card number', '4242 4242 4242 4242');
  await type(page, 'Expiry', '12/34');
  await type(page, 'CVC', '123');
  await type(page, 'Name on card', 'A Customer');
  await page.keyboard.press('Enter');
  await expectPaid(page);

  await page.goto(`${stack.dashboard}/dash/home/`);
  await headline(page, 'Connect your first device');
  await press(page, 'Cancel');
  await expect(page.getByRole('dialog', { name: 'Cancel renewal?' })).toBeVisible();
  await press(page, 'Cancel renewal');
  const done = page.getByRole('dialog', { name: /^Canceled, active until/ });
  await expect(done).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(done).toBeHidden();
  await headline(page, /^Canceled, active until/);

  await press(page, 'Invoices');
  await headline(page, 'Payments and invoices');
  const invoice = page.waitForResponse((response) => response.url().includes('/invoice'));
  await press(page, /^Invoice /);
  expect((await invoice).status()).toBe(200);
  await press(page, 'Home');
  await headline(page, /^Canceled, active until/);
  await press(page, 'Request refund');
  const question = page.getByRole('dialog', { name: 'Request a refund?' });
  await expect(question).toBeVisible();
  await press(page, 'Request refund');
  await expect(question).toBeHidden();
  await expect(page.getByText('Refund requested', { exact: true })).toBeVisible();
});

test('the open checkout traps the focus; Escape and the end of the checkout return to the page', async ({
  context,
  page,
}) => {
  await signInContext(context, await newCustomer(stack));
  await page.goto(`${stack.dashboard}/payment/subscription?plan=12-months`);
  const pay = page.getByRole('button', { name: /^Pay \$/ });
  const cardNumber = checkoutOn(page).getByLabel('Card number');
  await expect(pay).toBeEnabled();
  await press(page, /^Pay \$/);
  await expect(cardNumber).toBeVisible();
  for (const key of ['Tab', 'Shift+Tab']) {
    // Starts without a focused element, as before the frame takes the focus.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    for (let steps = 0; steps < 20; steps += 1) {
      await page.keyboard.press(key);
      const isBeneath = await page.evaluate(
        () => document.querySelector('#root')?.contains(document.activeElement) ?? true,
      );
      expect(isBeneath).toBe(false);
    }
  }
  await page.getByRole('dialog', { name: 'Payment' }).getByRole('button', { name: 'Close' }).press('Escape');
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(pay).toBeFocused();

  await expect(pay).not.toHaveAttribute('aria-busy');
  await page.keyboard.press('Enter');
  await expect(cardNumber).toBeVisible();
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  await expect(pay).toBeFocused();
  await expect(pay).not.toHaveAttribute('aria-busy');
  await page.keyboard.press('Enter');
  await expect(cardNumber).toBeVisible();
});
