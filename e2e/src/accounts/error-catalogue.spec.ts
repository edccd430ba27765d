import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@comet/contract';
import { freePort } from '@comet/stack';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { authenticator } from '../support/totp.ts';
import { signInContext, signInByForm } from '../support/browser.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { builtDashboard, startSecondDashboard } from '../support/second-dashboard.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

// The error catalogue in the browser: each failure is caused by the API, its dependencies or the network, without simulated responses.
// Errors of links, sessions and two-factor codes are tested with their screens.
const stack = runningStack();
const network = 'Unable to connect to our servers';
const unknown =
  'An unknown error has occurred. If the problem persists, please contact support for assistance.';

test.describe('a failed login', () => {
  let customer: Customer;

  test.beforeAll(async () => {
    customer = await newCustomer(stack);
  });

  test('500: the stored password is damaged', async ({ page }) => {
    const damaged = await newCustomer(stack);
    await runSql("update users set password_hash = 'damaged' where email = $1", [damaged.email]);
    await logIn(page, stack.dashboard, damaged);
    await expect(page.getByRole('alert')).toHaveText('Something went wrong');
  });

  test('a deleted account', async ({ page }) => {
    const deleted = await newCustomer(stack);
    await deleted.client.call(api.deleteAccount, { body: { password: deleted.password } });
    await logIn(page, stack.dashboard, deleted);
    await expect(page.getByRole('alert')).toHaveText(
      'This account was recently deleted. Please create a new one or contact support to recover old one.',
    );
  });

  test('the browser is offline', async ({ page, context }) => {
    await fillIn(page, stack.dashboard, customer);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(network);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  });

  test('the API is down', async ({ page }) => {
    await using dashboard = await startSecondDashboard({ api: `http://127.0.0.1:${await freePort()}` });
    await logIn(page, dashboard.address, customer);
    await expect(page.getByRole('alert')).toHaveText('Something went wrong');
  });

  test('the API never answers', async ({ page }) => {
    await using silent = await respondWith(() => {});
    await using dashboard = await startSecondDashboard({ api: silent.address });
    // The real timeout with a shorter duration.
    await page.addInitScript(() => {
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.min(ms, 300));
    });
    await logIn(page, dashboard.address, customer);
    await expect(page.getByRole('alert')).toHaveText(network);
  });

  test('another server responds instead of the API', async ({ page }) => {
    let respond: RequestListener = (_request, response) => response.end('<h1>Sign in to this Wi-Fi</h1>');
    await using proxy = await respondWith((...exchange) => respond(...exchange));
    await using dashboard = await startSecondDashboard({ api: proxy.address });
    await logIn(page, dashboard.address, customer);
    await expect(page.getByRole('alert')).toHaveText(network);
    respond = (_request, response) => response.writeHead(403).end('<h1>Blocked</h1>');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(`Unknown Error${unknown}`);
    respond = (_request, response) =>
      response.writeHead(418).end('{"error":{"code":"new","message":"As told|x"}}');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('As told');
  });
});

test('429: too many registrations from one address', async ({ page, sourceAddress }) => {
  await page.goto(`${stack.dashboard}/register`);
  await page.getByLabel('Email').fill(`${randomUUID()}@strangers.test`);
  await page.getByLabel('Password').fill(randomUUID());
  const attempt = () =>
    fetch(`${stack.api}/api/v1/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': sourceAddress.current() },
      body: '{}',
    });
  let status = 0;
  for (let tries = 0; status !== 429 && tries < 100; tries += 1) status = (await attempt()).status;
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Too many requests');
  await expectAccessible(page, 'a registration too many');
});

test('401 at log-out without a session', async ({ page }) => {
  await page.goto(`${stack.dashboard}/register`);
  await page.getByLabel('Email').fill(`${randomUUID()}@strangers.test`);
  await page.getByLabel('Password').fill(randomUUID());
  await page.getByRole('button', { name: 'Create account' }).click();
  const resend = page.getByRole('button', { name: 'Send a new link' });
  await expect(resend).toBeVisible();
  // A tab receives no storage events of its own changes.
  await page.evaluate(() => localStorage.removeItem('comet:access-token'));
  await resend.click();
  await expect(page.getByText('Unauthorized. Please reload page to login again')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/login\/\?redirect=/);
});

test.describe('a failed payment', () => {
  let customer: Customer;

  test.beforeEach(async ({ context }) => {
    customer = await newCustomer(stack);
    await signInContext(context, customer);
  });

  for (const [what, damage, words] of [
    [
      'it refers to an entity unknown to Paddle',
      `paddle_customer_id = 'ctm_${'0'.repeat(26)}'`,
      'No product found. Please check your information and try again.',
    ],
    ['Paddle refuses it', "email = 'no address'", 'Payment cannot be started. Please try again later.'],
  ] as const) {
    test(`because ${what}`, async ({ page }) => {
      await runSql(`update users set ${damage} where email = $1`, [customer.email]);
      await pay(page, stack.dashboard);
      await expect(page.getByRole('alert')).toHaveText(words);
    });
  }

  test('because Paddle cannot be reached', async ({ page }) => {
    await using dashboard = await startSecondDashboard({
      api: stack.api,
      paymentOrigin: 'http://127.0.0.1:9',
    });
    await page.goto(dashboard.address);
    await page.evaluate((token) => localStorage.setItem('comet:access-token', token), customer.token());
    await page
      .context()
      .addCookies([{ name: 'comet-device-id', value: customer.deviceId, url: dashboard.address }]);
    await pay(page, dashboard.address);
    await expect(page.getByRole('alert')).toHaveText(
      'Paddle is currently unavailable. Please try again later.',
    );
  });
});

test('a clipboard that the browser blocks', async ({ page, context }) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  await page.goto(`${stack.dashboard}/dash/settings/two-factor/`);
  await page.getByRole('button', { name: 'Set up two-factor' }).click();
  const app = authenticator((await page.locator('code').textContent()) ?? '');
  await page.getByRole('textbox').first().focus();
  await page.keyboard.type(await app.next());
  await page.getByLabel('Your password').fill(customer.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  const browser = await context.newCDPSession(page);
  const { browserContextId = '' } = (await browser.send('Target.getTargetInfo')).targetInfo;
  await browser.send('Browser.setPermission', {
    browserContextId,
    permission: { name: 'clipboard-write' },
    setting: 'denied',
    origin: stack.dashboard,
  });
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('We couldn’t copy this. Select it and copy it yourself.')).toBeVisible();
});

test.describe('a screen that fails to render', () => {
  test('shows the reason with details, and links to home or logs out', async ({ page }) => {
    await using dashboard = await startSecondDashboard({ api: `http://127.0.0.1:${await freePort()}` });
    await page.goto(`${dashboard.address}/404`);
    await page.evaluate(() => localStorage.setItem('comet:access-token', 'any'));
    await page.goto(`${dashboard.address}/dash/home/`);
    await expect(page.getByText('Something went wrong')).toBeVisible();
    const details = page.getByText(/^NetworkError/);
    await expect(details).toBeHidden();
    await page.getByRole('button', { name: 'Show details' }).click();
    await expect(details).toBeVisible();
    await expectAccessible(page, 'a screen that cannot be shown, with its details');
    await page.getByRole('button', { name: 'Hide details' }).click();
    await expect(details).toBeHidden();
    await page.getByRole('alert').getByRole('link', { name: 'Go to home' }).click();
    await expect(page.getByText('Something went wrong')).toBeVisible();
    await page.getByRole('alert').getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(`${dashboard.address}/login/`);
    expect(await page.evaluate(() => localStorage.getItem('comet:access-token'))).toBeNull();
  });

  test('is replaced by the page error after an unhandled failure', async ({ page }) => {
    await page.goto(`${stack.dashboard}/login/`);
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('first');
      });
      void Promise.reject(new Error('second'));
    });
    await expect(page.getByRole('heading', { name: 'Unknown Error' })).toBeVisible();
    await expect(page.getByText(unknown)).toBeVisible();
    await page.getByRole('button', { name: 'Show details' }).click();
    await expect(page.getByText(/^Error: (first|second)$/)).toHaveCount(1);
    await expectAccessible(page, 'the page error');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
  });

  test('offers a reload without a report for a missing script', async ({ page }) => {
    const folder = await mkdtemp(join(tmpdir(), 'comet-dashboard-'));
    try {
      await cp(builtDashboard, folder, { recursive: true });
      const files = await readdir(join(folder, 'assets'));
      for (const file of files.filter((name) => name.startsWith('claim-offer-screen')))
        await rm(join(folder, 'assets', file));
      await using dashboard = await startSecondDashboard({ api: stack.api, folder });
      await page.goto(`${dashboard.address}/claim-offer/`);
      await expect(page.getByRole('heading', { name: 'Part of this page didn’t load' })).toBeVisible();
      await expect(page.getByText('Unknown Error')).toBeHidden();
      await expectAccessible(page, 'a page that did not arrive');
      await page.getByRole('button', { name: 'Reload page' }).click();
      await expect(page.getByRole('heading', { name: 'Part of this page didn’t load' })).toBeVisible();
      // The message appears in addition to the screen if only a background script failed to load.
      await page.goto(`${dashboard.address}/login/`);
      await page.getByLabel('Email').fill('ada@example.org');
      await page.evaluate(() => {
        void import(`/assets/${'missing'}.js`);
      });
      await expect(page.getByText('Part of this page didn’t load')).toBeVisible();
      await expect(page.getByLabel('Email')).toHaveValue('ada@example.org');
      await expectAccessible(page, 'the offer to reload');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

async function fillIn(page: Page, dashboard: string, { email, password }: Customer): Promise<void> {
  await page.goto(`${dashboard}/login/`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

async function logIn(page: Page, dashboard: string, customer: Customer): Promise<void> {
  await page.goto(`${dashboard}/login/`);
  await signInByForm(page, customer);
}

async function pay(page: Page, dashboard: string): Promise<void> {
  await page.goto(`${dashboard}/payment/subscription`);
  await page.getByRole('radio', { name: /^12 months/ }).check();
  await page.getByRole('button', { name: /^(Pay|Start)/ }).click();
}

/** Starts a server that replaces the API. */
async function respondWith(
  listener: RequestListener,
): Promise<AsyncDisposable & { readonly address: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
