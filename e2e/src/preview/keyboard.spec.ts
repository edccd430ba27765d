import { expect } from '@playwright/test';
import { sizes, test } from './screens.ts';

const [narrow] = sizes;

test.beforeEach(({ page }) => page.setViewportSize(narrow));

test('settings: typing hides settings that do not match, and going back focuses the setting', async ({
  page,
  show,
}) => {
  await show({ name: 'settings', query: 'scene=chosen&screen=settings' });
  const headings = page.getByRole('heading', { level: 2 });
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('openvpn');
  await expect(page.getByRole('status')).toHaveText('1 setting');
  await expect(headings).toHaveText(['Connection']);
  await expect(page.getByRole('switch')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Protocol');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Change: Protocol' })).toBeFocused();

  await page.getByRole('searchbox').fill('zzz');
  await expect(page.getByText('No settings match “zzz”.')).toBeVisible();
  await expect(headings).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not protected');
});

test('a focus ring is drawn for the keyboard only, not for the focus of an opened screen', async ({
  page,
  show,
}) => {
  await show({ name: 'home', query: 'scene=disconnected' });
  const ring = () =>
    page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineColor);
  const none = 'rgba(0, 0, 0, 0)';
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeFocused();
  await expect.poll(ring).toBe(none);
  await page.keyboard.press('Shift+Tab');
  await expect.poll(ring).not.toBe(none);
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect.poll(ring).toBe(none);
  await page.keyboard.type('d');
  await expect.poll(ring).not.toBe(none);
});

test('locations: a country opens to its cities with load in words, and a country of the map gets the focus', async ({
  page,
  show,
}) => {
  await show({ name: 'locations', query: 'scene=disconnected&screen=locations' });
  const germany = page.getByRole('button', { name: /^Germany/ });
  await germany.focus();
  await expect(germany).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(germany).toHaveAttribute('aria-expanded', 'true');
  const cities = page.getByRole('list', { name: 'Germany' });
  await expect(cities.getByRole('button', { name: /^Frankfurt\s+Low load\s+35%\s+19 ms$/ })).toBeVisible();

  const map = page.getByRole('img', { name: /^World map/ });
  // A click between the dots of a country counts as well.
  await map.locator('path', { hasText: 'Germany' }).click({ force: true });
  await expect(germany).toBeFocused();
  await page.getByRole('searchbox').fill('tokyo');
  await expect(page.getByRole('button', { name: /^Tokyo, Japan/ })).toHaveCount(1);
  await expect(germany).toHaveCount(0);
});

test('first start: each card takes the focus, a skipped introduction does not return', async ({
  page,
  show,
}) => {
  await show({ name: 'onboarding', query: 'scene=signed-out&first' });
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleDescription('Step 1 of 4');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Sign in to Comet');
  await expect(title).toBeFocused();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(title).toHaveText('Sign in to Comet');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(title).toHaveText('Choose where you browse from');
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(title).toHaveText('Not protected');
  await page.goto(page.url().replace('first', 'first=kept'));
  await expect(title).toHaveText('Not protected');
});
