import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runningStack, stateFolder } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const { site } = runningStack();

test('the status page shows an outage and recovers without a reload', async ({ page }) => {
  await page.route('**/api/v1/status', (route) => route.abort());
  await page.clock.install();
  await page.goto(`${site}/status/`);
  await expect(page.getByText('We can’t reach our servers.')).toBeVisible();
  await page.unroute('**/api/v1/status');
  await page.clock.fastForward(15_000);
  await expect(page.getByText('Sign-in, payments').filter({ visible: true })).toBeVisible();
});

test('state, bar and sentence of the status page agree', async ({ page }) => {
  const today = new Date().toISOString().slice(0, 10);
  const down = { name: 'residential', state: 'down', working: 0, all: 0, countries: 0 };
  const none = { name: 'gateways', state: 'none', working: 0, all: 0, countries: 0 };
  await page.route('**/api/v1/status', (route) =>
    route.fulfill({ json: { checked_at: new Date().toISOString(), parts: [down, none], cities: [] } }),
  );
  await page.route('**/api/v1/status/history', (route) =>
    route.fulfill({
      json: {
        first_day: today,
        last_day: today,
        subjects: [{ subject: 'residential', days: [{ day: today, working: 60, degraded: 0, down: 2 }] }],
        incidents: [],
      },
    }),
  );
  await page.goto(`${site}/status/`);
  await expect(page.getByText('Some services are down')).toBeVisible();
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const exits = row('Residential exits');
  await expect(exits).toContainText('Down');
  await expect(exits).toContainText('No exits are online.');
  await expect(exits.locator('[data-bars] i')).toHaveAttribute('data-day', 'danger');
  await expect(row('VPN servers')).toContainText('Not in service');
  await expect(row('VPN servers').locator('[data-bars] i')).toHaveAttribute('data-day', 'none');
  await expect(page.getByText('It’s listed here once it lasts five minutes.')).toBeVisible();
  await expect(page.getByText('No incidents in the last 90 days.')).toBeHidden();
});

test('the locations page and the status page agree on every city', async ({ page }) => {
  const statesAt = async (path: string): Promise<readonly string[]> => {
    await page.goto(`${site}${path}`);
    const rows = page.locator('[data-city]');
    await expect(rows.first().locator('[data-state]')).not.toBeEmpty();
    return rows.evaluateAll((all) =>
      all
        .map((row) => `${row.getAttribute('data-city')} ${row.querySelector('[data-state]')?.textContent}`)
        .toSorted(),
    );
  };
  const live = await statesAt('/locations/');
  expect(live.length).toBeGreaterThan(5);
  expect(await statesAt('/status/')).toEqual(live);
  await expect(page.locator('[data-bars]').first().locator('i')).toHaveCount(90);
  await expect(page.getByRole('link', { name: 'RSS feed of incidents' })).toBeVisible();
});

test('the catalogue of a new stack is the stored one, so that its start does not build the site again', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
  const stored = read(join(import.meta.dirname, '../../../apps/site/src/features/catalogue/last-known.json'));
  const { status: _, ...fetched } = read(join(stateFolder(), 'catalogue.json'));
  expect(fetched).toEqual(stored);
});
