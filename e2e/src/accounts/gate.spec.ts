import { api } from '@comet/contract';
import { expect } from '@playwright/test';
import { untilShown } from '../support/accessibility.ts';
import { signInContext, signInByForm } from '../support/browser.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const expired = 'Session expired. Please sign in to continue.';
let customer: Customer;

test.beforeAll(async () => {
  customer = await newCustomer(stack);
});

test.describe('1: the one-time token', () => {
  const make = async () => (await customer.client.call(api.createOneTimeToken, {})).oneTimeToken;

  test('signs in and is removed from the URL and from browser storage', async ({ page }) => {
    const token = await make();
    await page.goto(`${stack.dashboard}/404`);
    await page.goto(`${stack.dashboard}/payment/subscription?cometToken=${token}&plan=none#top`);
    await expect(page).toHaveURL(`${stack.dashboard}/payment/subscription?plan=none#top`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByText(`You’re signed in as ${customer.email}.`),
    ).toBeVisible();
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]),
    );
    expect(kept).toContain('comet:access-token');
    expect(kept).not.toContain(token);
    await page.goBack();
    await expect(page).toHaveURL(`${stack.dashboard}/404`);
    await page.goForward();
    await expect(page).toHaveURL(`${stack.dashboard}/payment/subscription?plan=none#top`);
  });

  test('works once; an invalid one leads to the registration, which continues to the linked page', async ({
    page,
    context,
  }) => {
    const token = await make();
    await page.goto(`${stack.dashboard}/dash/home/?cometToken=${token}`);
    await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    for (const bad of [token, 'never-made', '']) {
      await page.goto(`${stack.dashboard}/dash/home/?cometToken=${bad}`);
      await expect(page).toHaveURL(/\/register\/\?redirect=%2Fdash%2Fhome%2F&session=failed$/);
      await expect(page.getByText('Authentication failed. Please log in and try again.')).toBeVisible();
    }
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInByForm(page, customer);
    await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  });

  test('that is invalid ends no session, and shows an error', async ({ page, context }) => {
    await signInContext(context, customer);
    await page.goto(`${stack.dashboard}/dash/home/?cometToken=never-made`);
    await expect(
      page
        .getByRole('region', { name: 'Notifications' })
        .getByText('This sign-in link no longer works. You’re still signed in as before.'),
    ).toBeVisible();
    await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
    await expect(page.getByRole('heading', { name: 'No plan yet' })).toBeVisible();
  });
});

test.describe('2: a screen for users', () => {
  test('sends a visitor to its fallback with the full path, and back to it', async ({ page }) => {
    const wanted = '/dash/quick-login/?code=BCDF-GHJK#top';
    await page.goto(stack.dashboard + wanted);
    await expect(page).toHaveURL(`${stack.dashboard}/login/?redirect=${encodeURIComponent(wanted)}`);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(`${stack.dashboard}/register/?redirect=${encodeURIComponent(wanted)}`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInByForm(page, customer);
    await expect(page).toHaveURL(stack.dashboard + wanted);
  });

  test('can use the registration as its fallback', async ({ page }) => {
    await page.goto(`${stack.dashboard}/payment/subscription?plan=12-months`);
    await expect(page).toHaveURL(/\/register\/\?redirect=%2Fpayment%2Fsubscription%3Fplan%3D12-months$/);
  });

  test('shows nothing to a visitor, also below /dash', async ({ page }) => {
    for (const path of ['/dash', '/dash/home/', '/dash/devices', '/dash/settings/', '/dash/nothing']) {
      await page.goto(stack.dashboard + path);
      await expect(page).toHaveURL(/\/login\/\?redirect=%2Fdash/);
    }
  });
});

test.describe('3: a screen for visitors', () => {
  test('sends a user home and keeps the query', async ({ page, context }) => {
    await signInContext(context, customer);
    for (const path of ['/login/', '/register', '/register/', '/nowhere/at/all']) {
      await page.goto(`${stack.dashboard}${path}?from=mail`);
      await expect(page).toHaveURL(`${stack.dashboard}/dash/home/?from=mail`);
    }
  });

  test('stays on a confirmation for everyone, even with an expired token', async ({ page, context }) => {
    const former = await newCustomer(stack);
    await signInContext(context, former);
    await former.client.call(api.logOut, {});
    await page.goto(`${stack.dashboard}/verify-email/confirm?token=unknown`);
    await expect(page.getByText('Invalid confirmation link.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible();
    await expect(page).toHaveURL(`${stack.dashboard}/verify-email/confirm?token=unknown`);
    expect(await page.evaluate(() => localStorage.getItem('comet:access-token'))).toBeNull();
  });
});

test.describe('4: the root path', () => {
  test('continues once to the page of an earlier redirected visit', async ({ page }) => {
    await page.goto(`${stack.dashboard}/dash/devices`);
    await expect(page).toHaveURL(/\/login\//);
    await page.goto(`${stack.dashboard}/`);
    await expect(page).toHaveURL(`${stack.dashboard}/login/`);
    await signInByForm(page, customer);
    await expect(page).toHaveURL(`${stack.dashboard}/dash/devices`);
    await page.goto(`${stack.dashboard}/`);
    await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  });

  test('is not consumed by hovering over a link', async ({ page }) => {
    await page.goto(`${stack.dashboard}/dash/devices`);
    await page.getByRole('link', { name: 'Comet' }).hover();
    await signInByForm(page, customer);
    await expect(page).toHaveURL(`${stack.dashboard}/dash/devices`);
  });
});

test('every URL has a page', async ({ page, context }) => {
  await page.goto(`${stack.dashboard}/nowhere/at/all`);
  await expect(page).toHaveURL(`${stack.dashboard}/register/`);
  await page.goto(`${stack.dashboard}/404`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await signInContext(context, customer);
  await page.goto(`${stack.dashboard}/dash/nothing/at/all`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('signing in stays on our own origin for any redirect', async ({ page }) => {
  // The unit test of `safeRedirect` has all spellings.
  const hostile = ['//evil.example', '/\\evil.example', '/\t/evil.example', 'https:evil.example'];
  const left: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && !request.url().startsWith(stack.dashboard)) left.push(request.url());
  });
  for (const redirect of hostile) {
    await page.goto(`${stack.dashboard}/login/?redirect=${encodeURIComponent(redirect)}`);
    await signInByForm(page, customer);
    await expect(page, redirect).toHaveURL(`${stack.dashboard}/dash/home/`);
    await page.evaluate(() => localStorage.removeItem('comet:access-token'));
  }
  // The same redirects as separate URLs, signed out and in.
  for (const path of ['//evil.example/', '/\\evil.example/', '/%2f%2fevil', '/%5cevil', '/%09/evil']) {
    await page.goto(stack.dashboard + path);
    await expect(page, path).toHaveURL(`${stack.dashboard}/register/`);
  }
  expect(left).toEqual([]);
});

test.describe('two tabs', () => {
  test('share log-out and sign-in', async ({ page: one, context }) => {
    await signInContext(context, customer);
    const other = await context.newPage();
    await one.goto(`${stack.dashboard}/dash/home/`);
    await other.goto(`${stack.dashboard}/dash/devices`);
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await one.evaluate(() => localStorage.removeItem('comet:access-token'));
    await expect(other).toHaveURL(`${stack.dashboard}/login/?redirect=%2Fdash%2Fdevices`);
    await one.goto(`${stack.dashboard}/login/`);
    await signInByForm(one, customer);
    await expect(other).toHaveURL(/\/dash\/home\//);
  });
});

test('an ended session leads to the login and back', async ({ page, context }) => {
  const former = await newCustomer(stack);
  await signInContext(context, former);
  await former.client.call(api.logOut, {});
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await expect(page.getByText(expired)).toBeVisible();
  await expect(page).toHaveURL(/\/login\/\?redirect=%2Fdash%2Fsettings%2F&session=expired$/);
  await signInByForm(page, former);
  await expect(page).toHaveURL(`${stack.dashboard}/dash/settings/`);
});

test('the user is fetched once in ten minutes, stored by id and email, and removed at the log-out', async ({
  page,
  context,
}) => {
  await signInContext(context, customer);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/users/current')) requests += 1;
  });
  await page.goto(`${stack.dashboard}/dash/home/`);
  // A request that is aborted by navigation is repeated by the next screen, so the first one is awaited.
  await untilShown(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('comet:user'))).not.toBeNull();
  const first = requests;
  await page.clock.install();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('main').getByText(customer.email)).toBeVisible();
  const stored = await page.evaluate(() => localStorage.getItem('comet:user'));
  expect(Object.keys(JSON.parse(stored ?? '{}') as object)).toEqual(['id', 'email']);
  expect(stored).toContain(customer.email);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('main').getByText(customer.email)).toBeVisible();
  expect(requests).toBe(first);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.clock.setSystemTime(Date.now() + 601_000);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.poll(() => requests).toBe(first + 1);
});

test('signing out ends the session in the browser and on the server, and Back shows no data', async ({
  page,
}) => {
  await page.goto(`${stack.dashboard}/login/`);
  await signInByForm(page, customer);
  await expect(page).toHaveURL(`${stack.dashboard}/dash/home/`);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('main').getByText(customer.email)).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('comet:access-token'));
  const device = (await page.context().cookies()).find(({ name }) => name === 'comet-device-id')?.value;
  const headers = { authorization: `Bearer ${token}`, 'app-identifier': device ?? '' };
  const status = async () => (await fetch(`${stack.api}/api/v1/users/current`, { headers })).status;
  expect(await status()).toBe(200);
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(`${stack.dashboard}/login/`);
  expect(await status()).toBe(401);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('comet:user');
  await page.goBack();
  await expect(page).toHaveURL(/\/login\/\?redirect=/);
  await expect(page.getByText(customer.email)).toBeHidden();
});
