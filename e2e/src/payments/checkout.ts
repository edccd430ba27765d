import { expect, type FrameLocator, type Page } from '@playwright/test';
import { runSql } from '../support/database.ts';
import { runningStack } from '../support/running-stack.ts';

/** Test cards of the sandbox by behaviour. */
export const cards = {
  succeeds: '4242 4242 4242 4242',
  requires3ds: '4000 0038 0000 0446',
  declined: '4000 0000 0000 0002',
} as const;

/** Returns the frame of the provider's checkout. */
export const checkoutOn = (page: Page): FrameLocator => page.frameLocator('iframe');

/** Presses the button that opens the checkout. */
export async function openCheckout(page: Page): Promise<FrameLocator> {
  await page.getByRole('button', { name: /^(Pay \$|Start \d)/ }).click();
  const checkout = checkoutOn(page);
  await expect(checkout.getByLabel('Card number')).toBeVisible();
  return checkout;
}

/** Types a card into the checkout and sends it. */
export async function payWith(checkout: FrameLocator, number: string): Promise<void> {
  await checkout.getByLabel('Card number').fill(number);
  await checkout.getByLabel('Expiry').fill('12/34');
  await checkout.getByLabel('CVC').fill('123');
  await checkout.getByLabel('Name on card').fill('A Customer');
  await checkout.getByRole('button', { name: /^Pay \$/ }).click();
}

/** Opens the checkout and pays by card; resolves when the order's page shows it. */
export async function buy(page: Page): Promise<void> {
  await payWith(await openCheckout(page), cards.succeeds);
  await expectPaid(page);
}

export async function expectPaid(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /^(You’re in\.|Payment completed)/ })).toBeVisible(
    {
      timeout: 15_000,
    },
  );
}

/** Inserts a coupon, like an operator; each test uses its own code. */
export async function addCoupon(
  code: string,
  bounds: { readonly percent: number; readonly plans?: readonly string[]; readonly total?: number },
): Promise<void> {
  await runSql(
    `insert into coupons (code, percent, currency, plans, total_limit, user_limit, first_purchase_only, created_at)
     values ($1, $2, 'USD', $3, $4, 1, false, now())`,
    [code, bounds.percent, bounds.plans ?? [], bounds.total ?? null],
  );
}

/** Inserts a dedicated address into the stock and returns it. It is usable only with a gateway that has it. */
export async function insertDedicatedAddress(
  country: string,
  gatewayId: string | null = null,
): Promise<string> {
  const [third, fourth] = crypto.getRandomValues(new Uint8Array(2));
  const address = `198.18.${third}.${fourth}`;
  await runSql(
    `insert into dedicated_ips (type, country, address, gateway_id, added_at) values ('dedicated', $1, $2, $3, now())`,
    [country, address, gatewayId],
  );
  return address;
}

/** Makes the next call to Paddle for this order fail; other tests pay at the same time. */
export async function failPaddle(
  kind: 'unavailable' | 'unknown_price' | 'forbidden',
  orderId: string,
): Promise<void> {
  const response = await fetch(`${runningStack().sandbox}/control/paddle/fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, count: 1, path: '/transactions', text: orderId }),
  });
  if (!response.ok) throw new Error(`The sandbox refused a fault: ${await response.text()}`);
}
