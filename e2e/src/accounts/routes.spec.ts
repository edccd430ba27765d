import { randomUUID } from 'node:crypto';
import { createClient } from '@comet/client';
import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { turnOnTwoFactor } from '../support/totp.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { followRequests } from '../support/pending-requests.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

/** Access rule of a screen as written in product.md §2: the redirect for visitors follows the arrow. */
type Rule = 'users → login' | 'users → register' | 'visitors' | 'everyone';

/** Every route of the dashboard. Ids do not exist: the screen itself shows that. */
const screens: readonly (readonly [path: string, rule: Rule])[] = [
  ['/dash/home/', 'users → login'],
  ['/dash/billing', 'users → login'],
  ['/dash/billing/invoice/no-such-payment', 'users → login'],
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
  /** Expected path with query. */
  readonly at: string;
  /** Expected heading, set only if it is not the screen's own. */
  readonly headline?: string;
}

const from = (path: string, screen: 'login' | 'register', session = '') =>
  `/${screen}/?redirect=${encodeURIComponent(path)}${session}`;

/** Expected result for each kind of person, by requested path and rule. */
const expectedStops: Readonly<Record<string, (path: string, rule: Rule) => Stop>> = {
  visitor: (path, rule) => {
    if (rule === 'users → login') return { at: from(path, 'login') };
    return { at: rule === 'users → register' ? from(path, 'register') : path };
  },
  user: (path, rule) => {
    // Without a plan there is none to change.
    if (path === '/payment/subscription/upgrade') return { at: '/dash/home/' };
    return { at: rule === 'visitors' ? '/dash/home/?kept=1' : path };
  },
  pending: (path, rule) => {
    if (rule === 'everyone') return { at: path };
    return { at: rule === 'visitors' ? '/dash/home/?kept=1' : path, headline: 'Enter your code' };
  },
  deleted: (path, rule) => {
    if (rule === 'everyone') return { at: path };
    const requested = rule === 'visitors' ? '/dash/home/?kept=1' : path;
    return { at: from(requested, 'login', '&session=expired') };
  },
};

/**
 * Opens every screen with a new page load. `enter` runs before each one and restores the person's session. A screen stays at its address
 * when all its reads have ended.
 */
async function openEveryScreen(page: Page, person: string, enter: () => Promise<void>): Promise<void> {
  test.setTimeout(180_000);
  const requests = followRequests(page);
  for (const [path, rule] of screens) {
    const stop = expectedStops[person]?.(path, rule);
    await enter();
    const requested = rule === 'visitors' && person !== 'visitor' ? `${path}?kept=1` : path;
    await page.goto(stack.dashboard + requested, { waitUntil: 'commit' });
    await expect(page, `${person} opens ${path}`).toHaveURL(stack.dashboard + (stop?.at ?? ''));
    await requests.untilEnded();
    await expect(page, `${person} stays at ${path}`).toHaveURL(stack.dashboard + (stop?.at ?? ''));
    const headline = page.getByRole('heading', { level: 1 });
    await expect(headline, `${person} opens ${path}`).toHaveCount(1);
    if (stop?.headline !== undefined) await expect(headline, path).toHaveText(stop.headline);
    await expect(page.getByText(/couldn’t show this page|Unknown Error/), path).toHaveCount(0);
  }
}

const keepSession = async () => {};

test('a visitor opens public screens and is redirected to log in or register for the others', async ({
  page,
}) => {
  await openEveryScreen(page, 'visitor', keepSession);
  await page.goto(`${stack.dashboard}/nothing/of/ours`);
  await expect(page).toHaveURL(/\/register\/?$/);
  await page.goto(`${stack.dashboard}/`);
  await expect(page).toHaveURL(/\/login\/$/);
});

test('a signed-in user opens every screen except those for visitors', async ({ page, context }) => {
  await signInContext(context, await newCustomer(stack));
  await openEveryScreen(page, 'user', keepSession);
  for (const path of ['/', '/nothing/of/ours', '/dash']) {
    await page.goto(stack.dashboard + path);
    await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  }
});

test('every account screen shows the two-factor gate while the second factor is pending', async ({
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
  await signInContext(context, { ...customer, deviceId, token: () => accessToken });
  await openEveryScreen(page, 'pending', keepSession);
});

test('every account screen rejects the session of a deleted account as expired', async ({
  page,
  context,
}) => {
  const customer = await newCustomer(stack);
  await customer.client.call(api.deleteAccount, {
    body: { password: customer.password },
    idempotencyKey: randomUUID(),
  });
  await context.addCookies([{ name: 'comet-device-id', value: customer.deviceId, url: stack.dashboard }]);
  await page.goto(`${stack.dashboard}/404`);
  // The dashboard deletes the token of an ended session, so `enter` stores it again, as another tab would.
  await openEveryScreen(page, 'deleted', () =>
    page.evaluate((token) => localStorage.setItem('comet:access-token', token), customer.token()),
  );
});

test('download-app redirects a phone to its app store and other browsers to 404', async ({
  browser,
  page,
}) => {
  await page.goto(`${stack.dashboard}/download-app`);
  await expect(page).toHaveURL(`${stack.dashboard}/404`);
  for (const [userAgent, store] of [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15', 'https://apps.apple.com/'],
    ['Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/156.0 Mobile', 'https://play.google.com/'],
  ] as const) {
    const phone = await browser.newContext({ userAgent });
    const tab = await phone.newPage();
    await tab.route(`${store}**`, (route) => route.fulfill({ body: 'the store' }));
    await tab.goto(`${stack.dashboard}/download-app`);
    await tab.waitForURL(`${store}**`);
    await phone.close();
  }
});
