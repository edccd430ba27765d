import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

test('shows a message while the dashboard loads', async ({ page, context }) => {
  await signInContext(context, await newCustomer(stack));
  // Delays the script, so that the message stays visible.
  const arrives = Promise.withResolvers<void>();
  await page.route('**/assets/dash-*.js', async (route) => {
    await arrives.promise;
    await route.continue();
  });
  await page.goto(`${stack.dashboard}/dash/settings/`);
  const loading = page.getByRole('status').filter({ hasText: 'Loading your dashboard' });
  await expect(loading).toBeVisible();
  await expectAccessible(page, 'the loading message');
  arrives.resolve();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(loading).toBeHidden();
});

test('announces loading while the API is slow, on the first screen and after navigation', async ({
  page,
  context,
}) => {
  await signInContext(context, await newCustomer(stack));
  await page.clock.install();
  const held: (() => void)[] = [];
  await page.route('**/api/v1/**', async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  const releaseHeld = async () => {
    while (held.length > 0) held.pop()?.();
  };
  const loading = page.getByRole('status').filter({ hasText: 'Loading your dashboard' });
  await page.goto(`${stack.dashboard}/dash/home/`);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await page.clock.runFor(900);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.clock.runFor(1000);
  await expect(loading).toBeVisible();
  await expect(async () => {
    await releaseHeld();
    await expect(page.getByRole('heading', { name: 'No plan yet' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(loading).toBeHidden();

  await page.getByRole('link', { name: 'Refer a friend' }).click();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await page.clock.runFor(1500);
  await expect(loading).toBeVisible();
  await releaseHeld();
  await expect(page.getByRole('heading', { name: 'Give 30 days, get 30 days' })).toBeVisible();
  await expect(loading).toBeHidden();
});

test('a notification closes after four seconds or by its button', async ({ page }) => {
  await page.goto(`${stack.dashboard}/register`);
  await page.getByLabel('Email').fill(`${randomUUID().slice(0, 8)}@strangers.test`);
  await page.getByLabel('Password').fill(randomUUID());
  await page.getByRole('button', { name: 'Create account' }).click();
  const bar = page.getByRole('region', { name: 'Notifications' });
  const item = bar.getByText(/^We sent a new link to/);
  const resend = page.getByRole('button', { name: 'Send a new link' });
  await expect(resend).toBeVisible();
  await page.clock.install();
  // Only `runFor` advances the clock, however long a step takes on this machine.
  await page.clock.pauseAt(Date.now() + 60_000);

  await resend.click();
  await expect(item).toBeVisible();
  expect((await bar.boundingBox())?.width).toBe(528);
  await page.clock.runFor(2_500);
  await expect(item).toBeVisible();
  await page.clock.runFor(1_500);
  await expect(item).toBeHidden();

  await resend.click();
  await expect(item).toBeVisible();
  await page.clock.runFor(2_500);
  // The same notification again: still one item, and its four seconds restart.
  await resend.click();
  await expect(resend).toBeEnabled();
  await page.clock.runFor(2_500);
  await expect(item).toHaveCount(1);
  await page.keyboard.press('Tab');
  await bar.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(item).toBeHidden();
});

test('shows an outage while the servers do not answer, and recovers without a reload', async ({
  page,
  context,
}) => {
  await signInContext(context, await newCustomer(stack));
  await page.goto(`${stack.dashboard}/dash/home/`);
  await expect(page.getByRole('heading', { name: 'No plan yet' })).toBeVisible();
  const bar = page.getByRole('region', { name: 'Notifications' });

  const fail = () => page.route('**/api/**', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await fail();
  await page.getByRole('link', { name: 'Refer a friend' }).click();
  await expect(bar.getByText('We can’t reach Comet')).toBeVisible();
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await expectAccessible(page, 'servers that do not answer');
  await page.unroute('**/api/**');
  // Two probes are up to 15 s apart.
  await expect(page.getByText('Something went wrong')).toBeHidden({ timeout: 25_000 });
  await expect(bar.getByText('We can’t reach Comet')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  // Rows that failed separately also recover.
  await fail();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Something went wrong').first()).toBeVisible();
  // Without a failed probe no outage is detected, and rows are then retried on request only.
  await expect(bar.getByText('We can’t reach Comet')).toBeVisible();
  await page.unroute('**/api/**');
  await expect(page.getByText('Something went wrong')).toHaveCount(0, { timeout: 25_000 });

  await context.setOffline(true);
  await expect(bar.getByText('You’re offline')).toBeVisible();
  await context.setOffline(false);
  await expect(bar.getByText('You’re offline')).toBeHidden();
});

test('shows what is missing in a browser without scripts or without storage', async ({ browser }) => {
  const without = {
    'JavaScript is blocked': { javaScriptEnabled: false },
    'Site data is blocked': {},
  };
  for (const [headline, options] of Object.entries(without)) {
    const context = await browser.newContext(options);
    // Simulates a browser that blocks all cookies.
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    });
    const page = await context.newPage();
    await page.goto(`${stack.dashboard}/login`);
    await expect(page.getByRole('heading', { level: 1, name: headline })).toBeVisible();
    await context.close();
  }
});

test('shows that the dashboard needs cookies in a browser with storage only', async ({ page, context }) => {
  await signInContext(context, await newCustomer(stack));
  await context.clearCookies();
  // Simulates a browser that blocks cookies and allows storage.
  await context.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} }),
  );
  await page.goto(`${stack.dashboard}/dash/home/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Cookies are blocked' })).toBeVisible();
  await expectAccessible(page, 'a browser without cookies');
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
});
