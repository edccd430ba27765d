import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { type Customer, newCustomer, newCustomerWithPlan } from '../support/customer.ts';
import { subjectsTo } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { buy, cards, expectPaid, insertDedicatedAddress, openCheckout, payWith } from './checkout.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const at = (path: string) => `${stack.dashboard}${path}`;
let subscriber: Customer;

test.beforeAll(async () => {
  subscriber = await newCustomerWithPlan(stack);
});

const row = (page: Page, term: string) =>
  page.locator('main').getByText(term, { exact: true }).locator('xpath=../dd').first();

test('residential data: selects an amount, pays, and gets the data', async ({ context, page }) => {
  await signInContext(context, subscriber);
  await page.goto(at('/dash/residential-vpn/'));
  await expect(page.getByRole('heading', { name: 'No residential data yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Buy data' }).first().click();
  const field = page.getByLabel('Gigabytes');
  const payTen = page.getByRole('button', { name: 'Pay $10.00' });
  await expect(payTen).toBeVisible();
  await field.fill('100');
  // A fast user must not pay for the previous selection.
  expect(await payTen.count()).toBe(0);
  await field.fill('1001');
  await expect(page.getByText('Choose 1 to 1,000 whole gigabytes')).toBeVisible();
  await field.fill('');
  await field.pressSequentially('1.5');
  await expect(field).toHaveAccessibleDescription('Whole gigabytes only, like 5');
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await field.fill('25');
  await expect(page.getByText('Residential data, 25 GB')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $25.00' })).toBeVisible();
  // The dashboard of these tests is built without a published app.
  await expect(page.getByText('Residential data needs the Comet app')).toBeVisible();
  await expectAccessible(page, 'buying residential data');
  await buy(page);
  await expect(page).toHaveURL(/\/payment\/services\//);
  await expect(page.getByText(/^\$25\.00, sent to .*@customers\.test$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Invoice from/ })).toBeVisible();
  await expect(page.getByText('25 GB added.', { exact: true })).toBeVisible();
  await expect(page.getByText('which isn’t available to download yet')).toBeVisible();
  await expect(page.getByText('comet locations')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Contact support' })).toBeVisible();
  await expectAccessible(page, 'residential data was bought');
  await page.getByRole('link', { name: 'Go to residential data' }).click();
  await expect(page.getByRole('heading', { name: '25 GB of residential data left' })).toBeVisible();
});

test('proxy traffic is bought like data', async ({ context, page }) => {
  await signInContext(context, subscriber);
  await page.goto(at('/dash/residential-proxy/'));
  await page.getByRole('link', { name: 'Buy traffic' }).click();
  const slider = page.getByRole('slider', { name: 'Slide to an amount' });
  await slider.press('End');
  await expect(page.getByLabel('Gigabytes')).toHaveValue('1000');
  await slider.fill('17');
  await expect(slider).toHaveAttribute('aria-valuetext', '50\u00a0GB');
  await expect(page.getByRole('button', { name: 'Pay $100.00' })).toBeVisible();
});

test('a dedicated IP: is bought for a country and period, listed and extended; then the stock is empty', async ({
  context,
  page,
}) => {
  const address = await insertDedicatedAddress('is');
  await signInContext(context, subscriber);
  await page.goto(at('/dash/dedicated/'));
  await expect(page.getByRole('heading', { name: 'No dedicated IPs yet' })).toBeVisible();
  await expect(
    page.getByText('An IP address only you use, from $3.99 a month on top of your plan.'),
  ).toBeVisible();
  const iceland = page.getByRole('link', { name: 'Order in Iceland' });
  await expect(iceland).toBeVisible();
  await expect(row(page, 'Iceland')).toHaveText(/^1 available\s*Dedicated, from \$3\.99 a\smonth$/);
  await page.getByRole('link', { name: 'Get a dedicated IP' }).click();
  await expect(page.getByText('Dedicated, 1 available')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Iceland/ })).toHaveCount(0);
  await page.getByRole('radio', { name: /^6 months/ }).check();
  await expect(page.getByRole('button', { name: 'Pay $26.94' })).toBeVisible();
  await expectAccessible(page, 'ordering an address');
  await buy(page);
  await expect(row(page, 'Your dedicated IP')).toHaveText(`${address}Iceland`);
  // This stack's operator publishes no app.
  await expect(page.getByText(/comet connect/)).toHaveCount(0);
  await expect(row(page, 'Receipt')).toHaveText(/^\$26\.94, sent to/);
  await page.getByRole('link', { name: 'View your dedicated IP' }).click();
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Details' }).click();
  const before = await row(page, 'Status').textContent();
  await page.getByRole('link', { name: 'Extend' }).click();
  await page.getByRole('radio', { name: /^12 months/ }).check();
  await expect(page.getByRole('button', { name: 'Pay $47.88' })).toBeVisible();
  await expectAccessible(page, 'extending an address');
  await buy(page);
  await page.getByRole('link', { name: 'View your dedicated IP' }).click();
  await expect(row(page, 'Status')).not.toHaveText(before ?? '');
  await page.goto(at('/payment/services/'));
  await expect(page.getByRole('heading', { name: 'Dedicated IPs are sold out' })).toBeVisible();
  await page.getByLabel('Country').selectOption('Iceland');
  await page.getByRole('button', { name: 'Tell me when one is available in Iceland' }).click();
  await expect(page.getByText('We’ll email you about: Iceland')).toBeVisible();
  await expectAccessible(page, 'dedicated IPs that are sold out');
});

test('without a plan: states that first, saves the order, and opens it once the plan is active', async ({
  context,
  page,
}) => {
  await signInContext(context, await newCustomer(stack));
  for (const path of ['residential-vpn', 'residential-proxy', 'dedicated']) {
    await page.goto(at(`/dash/${path}/`));
    await expect(page.getByRole('heading', { name: 'You need a plan first' })).toBeVisible();
  }
  await page.goto(at('/dash/residential-vpn/payment'));
  await page.getByLabel('Gigabytes').fill('25');
  const summary = page.getByRole('complementary');
  await expect(summary.getByText('Residential data, 25 GB')).toBeVisible();
  await expect(summary.getByText('$25.00')).toBeVisible();
  await expectAccessible(page, 'an order that needs a plan');
  await summary.getByRole('link', { name: 'See plans' }).click();
  await payWith(await openCheckout(page), cards.succeeds);
  await expect(page).toHaveURL(/\/dash\/residential-vpn\/payment\?gigabytes=25&after=/, { timeout: 15_000 });
  await expect(page.getByText(/^You’re in\. Active until .* Now complete your order\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $25.00' })).toBeEnabled();
  await page.getByRole('link', { name: 'View receipt' }).click();
  await expectPaid(page);
});

test('a sold-out product can be requested, and is announced by one email', async ({ context, page }) => {
  // The job that sends these emails runs each minute.
  test.setTimeout(150_000);
  const customer = await newCustomerWithPlan(stack);
  await signInContext(context, customer);
  await page.goto(at('/dash/residential-vpn/'));
  await page.getByLabel('Country').selectOption('Nepal');
  await page.getByRole('button', { name: 'Tell me when one is available in Nepal' }).click();
  await expect(page.getByText('We’ll email you once when one is available in Nepal.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the email for Nepal' }).click();
  await expect(page.getByText('Canceled. You won’t get that email.')).toBeVisible();
  const body = { product: 'dedicated', country: 'np' } as const;
  await customer.client.call(api.addStockRequest, { body });
  await insertDedicatedAddress('np');
  await expect
    .poll(() => subjectsTo(stack.mailbox, customer.email), { timeout: 90_000, intervals: [2000] })
    .toContain('Dedicated IP available: Nepal');
  expect((await customer.client.call(api.listStockRequests, {})).requests).toEqual([]);
});
