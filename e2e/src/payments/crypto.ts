import { expect, type Page } from '@playwright/test';
import { runningStack } from '../support/running-stack.ts';

/** Chooses twelve months in crypto and opens CoinGate's page, where a coin is chosen. Returns the order's id. */
export async function startCryptoPayment(page: Page): Promise<string> {
  const stack = runningStack();
  await page.goto(`${stack.dashboard}/payment/subscription?plan=12-months`);
  await page.getByRole('radio', { name: 'Crypto' }).check();
  await expect(page.getByText('Crypto fee, 1%, non-refundable')).toBeVisible();
  await expect(page.getByText('$60.48', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Pay $60.48' }).click();
  await page.waitForURL(`${stack.sandbox}/coingate/invoice/**`);
  const order = (await page.getByText(/^Sandbox: no coins move/).textContent()) ?? '';
  await page.getByRole('button', { name: 'Continue' }).click();
  return order.slice(order.lastIndexOf(' ') + 1);
}

/** Triggers an action of the wallet or the blockchain, and waits for CoinGate: leaving the page earlier may cancel its form. */
export async function simulateWallet(page: Page, action: string, heading: string): Promise<void> {
  await page.getByRole('button', { name: action }).click();
  await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
}

/** Expects the headline of an order's page. */
export async function expectOrderHeadline(
  page: Page,
  orderId: string,
  headline: string | RegExp,
): Promise<void> {
  await page.goto(`${runningStack().dashboard}/payment/subscription/${orderId}`);
  await expect(page.getByRole('heading', { level: 1, name: headline })).toBeVisible({ timeout: 15_000 });
}
