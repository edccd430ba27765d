import { expect } from '@playwright/test';
import { expectAccessible, untilShown } from './accessible.ts';
import { runningStack } from './running-stack.ts';
import { test } from './test.ts';

const { site } = runningStack();

/** One page of each type. */
const pages = [
  '/',
  '/pricing/',
  '/locations/',
  '/locations/netherlands/',
  '/residential/',
  '/dedicated/',
  '/use-cases/public-networks/',
  '/download/',
  '/blog/the-kill-switch/',
  '/security/',
  '/documents/security/',
  '/get-in-touch/',
  '/status/',
  '/terms/',
  '/nothing/',
];

test('every type of page of the site: axe finds nothing in either theme, nothing is too wide, and nobody else is asked', async ({
  page,
}) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${site}/`)) strangers.push(request.url());
  });
  for (const path of pages) {
    await page.goto(`${site}${path}`);
    await untilShown(page);
    await expectAccessible(page, path);
  }
  expect(strangers).toEqual([]);
});

test('the status page says that our servers are away, and goes on by itself when they are back', async ({
  page,
}) => {
  await page.route('**/api/v1/status', (route) => route.abort());
  await page.clock.install();
  await page.goto(`${site}/status/`);
  await expect(page.getByText('Our servers do not answer.')).toBeVisible();
  await page.unroute('**/api/v1/status');
  await page.clock.fastForward(15_000);
  await expect(page.getByText('Sign-in, payments')).toBeVisible();
});

test('without scripts the form sends what is written, and a page says so', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${site}/get-in-touch/`);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Message').fill('Does it work without scripts?');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your message has arrived');
  } finally {
    await context.close();
  }
});
