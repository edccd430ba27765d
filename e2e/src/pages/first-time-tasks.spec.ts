import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { saved, wireguard } from '../configuration-files/downloaded-files.ts';
import { insertGateways } from '../configuration-files/registered-gateways.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomerWithPlan } from '../support/customer.ts';
import { latestLink } from '../support/mailbox.ts';
import { cards, checkoutOn, expectPaid } from '../payments/checkout.ts';
import { runningStack } from '../support/running-stack.ts';
import { Steps } from '../support/steps.ts';
import { test } from '../support/test.ts';

// Limits the number of steps (clicks and filled fields) of a user's first tasks: a longer path fails the test.
const stack = runningStack();

test('from the home page to a paid plan in at most 14 steps', async ({ page }) => {
  const steps = new Steps();
  const email = `${randomUUID().slice(0, 8)}@customers.test`;
  await page.goto(`${stack.site}/`);
  await steps.click(page.getByRole('main').getByRole('link', { name: 'See plans' }).first());
  await steps.click(page.getByRole('link', { name: /12 months/ }).first());
  await steps.fill(page.getByLabel('Email'), email);
  await steps.fill(page.getByLabel('Password'), `pass-${randomUUID()}`);
  await steps.click(page.getByRole('button', { name: 'Create account' }));
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
  await steps.follow(page, await latestLink(stack.mailbox, email, '/verify-email/confirm'));
  await steps.click(page.getByRole('link', { name: 'Choose a plan' }));
  await steps.click(page.getByRole('button', { name: /^Pay \$/ }));
  const checkout = checkoutOn(page);
  await steps.fill(checkout.getByLabel('Card number'), cards.succeeds);
  await steps.fill(checkout.getByLabel('Expiry'), '12/34');
  await steps.fill(checkout.getByLabel('CVC'), '123');
  await steps.fill(checkout.getByLabel('Name on card'), 'A Customer');
  await steps.click(checkout.getByRole('button', { name: /^Pay \$/ }));
  await expectPaid(page);
  expect(steps.count).toBeLessThanOrEqual(14);
});

test('cancelling, a refund and an invoice take at most two steps each from home', async ({
  page,
  context,
}) => {
  await signInContext(context, await newCustomerWithPlan(stack));
  const home = `${stack.dashboard}/dash/home/`;

  await page.goto(home);
  const toInvoice = new Steps();
  await toInvoice.click(page.getByRole('link', { name: 'Invoices' }));
  const invoice = page.waitForResponse((response) => response.url().includes('/invoice'));
  await toInvoice.click(page.getByRole('button', { name: /^Invoice/ }).first());
  expect((await invoice).status()).toBe(200);
  expect(toInvoice.count).toBeLessThanOrEqual(2);

  await page.goto(home);
  const toCancel = new Steps();
  await toCancel.click(page.getByRole('button', { name: 'Cancel', exact: true }));
  await toCancel.click(page.getByRole('button', { name: 'Cancel renewal' }));
  await expect(page.getByRole('dialog', { name: /^Canceled, active until/ })).toBeVisible();
  expect(toCancel.count).toBeLessThanOrEqual(2);

  await page.goto(home);
  const toRefund = new Steps();
  await toRefund.click(page.getByRole('button', { name: 'Request refund' }));
  const dialog = page.getByRole('dialog', { name: 'Request a refund?' });
  await expect(dialog.getByText('You get $59.88 back, usually within two days.')).toBeVisible();
  await toRefund.click(dialog.getByRole('button', { name: 'Request refund' }));
  await expect(page.getByText('Refund requested', { exact: true })).toBeVisible();
  expect(toRefund.count).toBeLessThanOrEqual(2);
});

test('a new WireGuard file takes at most three steps from home, with a name and a location that are suggested', async ({
  page,
  context,
}) => {
  await insertGateways([{ location: 'nl-ams' }]);
  await signInContext(context, await newCustomerWithPlan(stack));
  await page.goto(`${stack.dashboard}/dash/home/`);
  const steps = new Steps();
  await steps.click(page.getByRole('link', { name: 'Download', exact: true }));
  await expect(page.getByLabel('Device name')).toHaveValue('Linux computer');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await steps.click(page.getByRole('button', { name: 'Create config' }));
  const files = await saved(page, () =>
    steps.click(page.getByRole('button', { name: 'Save config', exact: true })),
  );
  expect(steps.count).toBeLessThanOrEqual(3);
  const [name = '', text] = Object.entries(files)[0] ?? [];
  expect(wireguard(text).peers).toHaveLength(1);
  // The instructions below name this file.
  await expect(page.getByText(`sudo install -m 600 ${name} /etc/wireguard/`)).toBeVisible();
  await page.getByRole('button', { name: 'Create another' }).click();
  await expect(page.getByLabel('Device name')).toHaveValue('Linux computer 2');
});
