import { randomUUID } from 'node:crypto';
import { createClient } from '@comet/client';
import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { turnOnTwoFactor } from '../support/totp.ts';
import { enterAs } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

/** Whom a screen is for (product.md §2), in its own words: the fallback of those that need an account stands behind the arrow. */
type Rule = 'users → login' | 'users → register' | 'visitors' | 'everyone';

/** Every screen of the dashboard's address space. Where one needs an id, there is none: the screen itself says so. */
const screens: readonly (readonly [path: string, rule: Rule])[] = [
  ['/dash/home/', 'users → login'],
  ['/dash/billing', 'users → login'],
  ['/dash/change-plan', 'users → login'],
  ['/dash/contact-sales/', 'users → login'],
  ['/dash/dedicated/', 'users → login'],
  ['/dash/dedicated/no-such-address', 'users → login'],
  ['/dash/dedicated/extend/no-such-address', 'users → login'],
  ['/dash/dedicated/payment', 'users → login'],
  ['/dash/delete-account/', 'users → login'],
  ['/dash/devices', 'users → login'],
  ['/dash/download/', 'users → login'],
  ['/dash/quick-login/', 'users → login'],
  ['/dash/refer-friend/', 'users → login'],
  ['/dash/residential-proxy/', 'users → login'],
  ['/dash/residential-proxy/payment', 'users → login'],
  ['/dash/residential-vpn/', 'users → login'],
  ['/dash/residential-vpn/payment', 'users → login'],
  ['/dash/settings/', 'users → login'],
  ['/dash/settings/change-email/', 'users → login'],
  ['/dash/settings/change-password/', 'users → login'],
  ['/dash/settings/two-factor/', 'users → login'],
  ['/dash/nothing/of/ours', 'users → login'],
  ['/payment/services/', 'users → login'],
  ['/payment/services/no-such-order', 'users → login'],
  ['/payment/subscription', 'users → register'],
  ['/payment/subscription/no-such-order', 'users → register'],
  ['/payment/subscription/upgrade', 'users → register'],
  ['/login/', 'visitors'],
  ['/register', 'visitors'],
  ['/reset-password/', 'visitors'],
  ['/404', 'everyone'],
  ['/account-deleted', 'everyone'],
  ['/claim-offer/', 'everyone'],
  ['/email/change/confirm', 'everyone'],
  ['/login/google/callback', 'everyone'],
  ['/reset-password/confirm', 'everyone'],
  ['/two-factor/confirm', 'everyone'],
  ['/verify-email/confirm', 'everyone'],
];

interface Stop {
  /** The path with its query. */
  readonly at: string;
  /** The screen's first heading, where it is not the screen's own. */
  readonly headline?: string;
}

const from = (path: string, screen: 'login' | 'register', session = '') =>
  `/${screen}/?redirect=${encodeURIComponent(path)}${session}`;

/** Where each kind of person ends who asks for a screen. */
const ends: Readonly<Record<string, (path: string, rule: Rule) => Stop>> = {
  visitor: (path, rule) => {
    if (rule === 'users → login') return { at: from(path, 'login') };
    return { at: rule === 'users → register' ? from(path, 'register') : path };
  },
  user: (path, rule) => ({ at: rule === 'visitors' ? '/dash/home/?kept=1' : path }),
  pending: (path, rule) => {
    if (rule === 'everyone') return { at: path };
    return { at: rule === 'visitors' ? '/dash/home/?kept=1' : path, headline: 'Enter your code' };
  },
  deleted: (path, rule) => {
    if (rule === 'everyone') return { at: path };
    const asked = rule === 'visitors' ? '/dash/home/?kept=1' : path;
    return { at: from(asked, 'login', '&session=expired') };
  },
};

/** Asks for every screen in its turn, each as if it were the first. `enter` makes the browser that of the person. */
async function walk(page: Page, person: string, enter: () => Promise<void>): Promise<void> {
  for (const [path, rule] of screens) {
    const stop = ends[person]?.(path, rule);
    await enter();
    const asked = rule === 'visitors' && person !== 'visitor' ? `${path}?kept=1` : path;
    await page.goto(stack.dashboard + asked, { waitUntil: 'commit' });
    await expect(page, `${person} asks for ${path}`).toHaveURL(stack.dashboard + (stop?.at ?? ''));
    const headline = page.getByRole('heading', { level: 1 });
    await expect(headline, `${person} asks for ${path}`).toHaveCount(1);
    if (stop?.headline !== undefined) await expect(headline, path).toHaveText(stop.headline);
  }
}

const nobody = async () => {};

test('a visitor sees what is for visitors and everyone, and is sent to sign in for the rest', async ({
  page,
}) => {
  await walk(page, 'visitor', nobody);
  await page.goto(`${stack.dashboard}/nothing/of/ours`);
  await expect(page).toHaveURL(/\/register\/?$/);
  await page.goto(`${stack.dashboard}/`);
  await expect(page).toHaveURL(/\/login\/$/);
});

test('a user sees every screen but those for visitors, who are no more', async ({ page, context }) => {
  await enterAs(context, await newCustomer(stack));
  await walk(page, 'user', nobody);
  for (const path of ['/', '/nothing/of/ours', '/dash']) {
    await page.goto(stack.dashboard + path);
    await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  }
});

test('who still owes the second factor stands before the gate on every screen of an account', async ({
  page,
  context,
}) => {
  const customer = await newCustomer(stack);
  await turnOnTwoFactor(stack, customer);
  const deviceId = randomUUID();
  const { accessToken } = await createClient({ baseUrl: stack.api, deviceId: () => deviceId }).call(
    api.logIn,
    {
      body: { email: customer.email, password: customer.password },
    },
  );
  await enterAs(context, { ...customer, deviceId, token: () => accessToken });
  await walk(page, 'pending', nobody);
});

test('the session of a deleted account opens nothing, and says so', async ({ page, context }) => {
  const customer = await newCustomer(stack);
  await customer.client.call(api.deleteAccount, {
    body: { password: customer.password },
    idempotencyKey: randomUUID(),
  });
  await context.addCookies([{ name: 'comet-device-id', value: customer.deviceId, url: stack.dashboard }]);
  await page.goto(`${stack.dashboard}/404`);
  // A session that is over is forgotten on the way: each time another tab had kept it.
  await walk(page, 'deleted', () =>
    page.evaluate((token) => localStorage.setItem('comet:access-token', token), customer.token()),
  );
});

test('the app is found in the store of the phone that asks, and nowhere else', async ({ browser, page }) => {
  await page.goto(`${stack.dashboard}/download-app`);
  await expect(page).toHaveURL(`${stack.dashboard}/404`);
  for (const [userAgent, store] of [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15', 'https://apps.apple.com/'],
    ['Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/156.0 Mobile', 'https://play.google.com/'],
  ] as const) {
    const phone = await browser.newContext({ userAgent });
    const asked = await phone.newPage();
    await asked.route(`${store}**`, (route) => route.fulfill({ body: 'the store' }));
    await asked.goto(`${stack.dashboard}/download-app`);
    await asked.waitForURL(`${store}**`);
    await phone.close();
  }
});
