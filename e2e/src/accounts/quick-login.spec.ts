import { randomUUID } from 'node:crypto';
import { createClient } from '@comet/client';
import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { type Customer, newCustomer, ownAddress } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { latestLink } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const deviceName = 'Workshop laptop';
let customer: Customer;

test.beforeEach(async ({ context }) => {
  customer = await newCustomer(stack);
  await signInContext(context, customer);
});

/** Starts a device authorization from a separate source address. */
async function requestSignIn() {
  const deviceId = randomUUID();
  const address = ownAddress();
  const client = createClient({
    baseUrl: stack.api,
    deviceId: () => deviceId,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      return fetch(input, { ...init, headers });
    },
  });
  const started = await client.call(api.startDeviceAuthorization, {
    body: { deviceName, platform: 'linux' },
  });
  const { deviceCode, userCode, verificationUriComplete } = started;
  const plain = userCode.replace('-', '');
  /** Polls once; returns the access token or the error code. */
  const poll = async () => {
    const response = await client.call(api.pollDeviceAuthorization, { body: { deviceCode } }).then(
      ({ accessToken }) => accessToken,
      (error: { code: string }) => error.code,
    );
    return response;
  };
  /** Resets the poll interval, so that the next poll is accepted at once. */
  const resetPollInterval = () =>
    runSql('update device_authorizations set last_polled_at = null where user_code = $1', [plain]);
  /** Expires the authorization. */
  const expire = () =>
    runSql('update device_authorizations set expires_at = now() where user_code = $1', [plain]);
  return { address, userCode, verificationUriComplete, poll, resetPollInterval, expire };
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.goto(`${stack.dashboard}/dash/quick-login/`);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const confirmation = (page: Page) => page.getByRole('heading', { name: `Let ${deviceName} sign in?` });

test('shows a device before approval by keyboard alone, sends a mail and lists the session', async ({
  page,
}) => {
  const device = await requestSignIn();
  await page.goto(`${stack.dashboard}/dash/quick-login/`);
  await page.getByLabel('Code').focus();
  await page.keyboard.type(device.userCode.toLowerCase().replace('-', ' '));
  await page.keyboard.press('Enter');
  await expect(confirmation(page)).toBeVisible();
  const shown = page.getByRole('main');
  await expect(shown).toContainText(`${deviceName}, Linux`);
  await expect(shown).toContainText(device.address);
  await expect(shown).toContainText('Different network from this browser');
  await expect(shown).toContainText('Did you start this yourself?');
  await expect(shown).toContainText(device.userCode);
  await expectAccessible(page, 'the question');
  expect(await device.poll()).toBe('authorization_pending');
  await page.getByRole('button', { name: 'Approve' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `${deviceName} is approved` })).toBeVisible();
  await expectAccessible(page, 'the approval');
  await latestLink(stack.mailbox, customer.email, '/dash/settings/');
  await device.resetPollInterval();
  await expect(page.getByText('is signed in')).toHaveCount(0);
  expect(await device.poll()).toMatch(/^[\w-]{43}$/);
  await expect(page.getByRole('heading', { name: `${deviceName} is signed in` })).toBeVisible();
  await page.getByRole('link', { name: 'See sessions' }).click();
  const listed = page.getByRole('definition').filter({ hasText: deviceName }).first();
  await expect(listed).toContainText('Comet on Linux, signed in with a code on');
});

test('lists an unused approval among the sessions and revokes it', async ({ page }) => {
  const device = await requestSignIn();
  await enterCode(page, device.userCode);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('link', { name: 'See sessions' }).click();
  const listed = page.getByRole('definition').filter({ hasText: deviceName }).first();
  await expect(listed).toContainText('Approved with a code on');
  await expect(listed).toContainText('Can sign in until');
  await expect(page.getByText('Not signed in yet', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the list');
  await page.getByRole('button', { name: `Revoke sign-in for ${deviceName}` }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Revoke sign-in for ${deviceName}?` });
  await expectAccessible(page, 'the question');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText(`Sign-in for ${deviceName} revoked.`)).toBeVisible();
  await expect(listed).toBeHidden();
  expect(await device.poll()).toBe('authorization_revoked');
});

test('shows that an approval was withdrawn while its page was open, and stops polling', async ({ page }) => {
  const device = await requestSignIn();
  await enterCode(page, device.userCode);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: `${deviceName} is approved` })).toBeVisible();
  const withdraw = 'update device_authorizations set approved_by = null where user_code = $1';
  await runSql(withdraw, [device.userCode.replace('-', '')]);
  await expect(page.getByRole('heading', { name: /can no longer sign in with this code$/ })).toBeVisible();
  let polls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/device-authorizations/')) polls += 1;
  });
  await page.waitForTimeout(7_000);
  expect(polls).toBe(0);
});

test('the QR code link opens the confirmation without approving', async ({ page }) => {
  const device = await requestSignIn();
  const { pathname, search } = new URL(device.verificationUriComplete);
  await page.goto(stack.dashboard + pathname + search);
  await expect(confirmation(page)).toBeVisible();
  expect(await device.poll()).toBe('authorization_pending');
});

test('a refused device receives authorization_denied', async ({ page }) => {
  const device = await requestSignIn();
  await enterCode(page, device.userCode);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('heading', { name: 'Request denied' })).toBeVisible();
  expect(await device.poll()).toBe('authorization_denied');
});

test('shows an error for an empty and for a malformed code', async ({ page }) => {
  await page.goto(`${stack.dashboard}/dash/quick-login/`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Value is required')).toBeVisible();
  await page.getByLabel('Code').fill('AEIO-1234');
  await page.getByLabel('Code').blur();
  await expect(page.getByText('Enter eight letters, like BCDF-GHJK')).toBeVisible();
  await expectAccessible(page, 'the form with an error');
});

test('shows an error for an unknown or expired code, and another code can be entered', async ({ page }) => {
  await enterCode(page, 'BBBB-CCCC');
  await expect(page.getByText('No device is waiting with this code')).toBeVisible();
  await expectAccessible(page, 'an unknown code');
  await page.getByRole('button', { name: 'Use another code' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  const device = await requestSignIn();
  await enterCode(page, device.userCode);
  await expect(confirmation(page)).toBeVisible();
  await device.expire();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('No device is waiting with this code')).toBeVisible();
  expect(await device.poll()).toBe('device_code_expired');
});

test('limits the rate of code guesses and shows an error', async ({ page }) => {
  const device = await requestSignIn();
  const guess = () =>
    customer.client.call(api.showDeviceAuthorization, { params: { userCode: 'BBBB-DDDD' } }).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  const outcomes = await Promise.all(Array.from({ length: 12 }, guess));
  expect(outcomes.filter((status) => status === 429).length).toBeGreaterThan(0);
  await enterCode(page, device.userCode);
  await expect(page.getByText('Too many requests')).toBeVisible();
});
