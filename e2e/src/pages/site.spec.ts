import { expect, type Page } from '@playwright/test';
import { expectAccessible, untilPainted, untilShown } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const { site } = stack;

/** One page of each type. */
const pages = [
  '/',
  '/pricing/',
  '/locations/',
  '/locations/netherlands/',
  '/residential/',
  '/dedicated/',
  '/use-cases/',
  '/use-cases/public-networks/',
  '/help/',
  '/help/proxy-curl/',
  '/download/',
  '/blog/the-kill-switch/',
  '/security/',
  '/documents/security/',
  '/documents/security/gateways/',
  '/get-in-touch/',
  '/status/',
  '/terms/',
  '/nothing/',
];

/** Viewports in CSS px: a phone, equal to 1280 px at 400 %, and a desktop screen at 200 %. */
const narrow = [
  { width: 320, height: 640 },
  { width: 640, height: 440 },
];
const largestShift = 0.02;

/** Records the cumulative layout shift of each page that is opened from now on. */
const recordLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts = globalThis as unknown as { shifted: number };
    shifts.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);

/** Returns the focused element's name and whether it is on the screen with a focus ring. */
const focused = (page: Page): Promise<{ readonly name: string; readonly isSeen: boolean }> =>
  page.evaluate(async () => {
    // Scrolling into view takes one or two frames, even with reduced motion.
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    const at = document.activeElement ?? document.body;
    const { top, bottom, width } = at.getBoundingClientRect();
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : null;
    const text = at instanceof HTMLElement ? at.innerText : at.textContent;
    const isRinged = getComputedStyle(at).outlineStyle !== 'none' || at.id === 'content';
    return {
      name: (at.getAttribute('aria-label') ?? label ?? text).trim(),
      isSeen: isRinged && width > 0 && bottom > 0 && top < innerHeight,
    };
  });

test('every page type has no axe violations in either theme, no overflow, no layout shift, no third-party requests and no cookies', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await recordLayoutShifts(page);
  const thirdPartyRequests: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${site}/`)) thirdPartyRequests.push(request.url());
  });
  for (const path of pages) {
    await page.goto(`${site}${path}`);
    await untilShown(page);
    expect(await layoutShift(page), path).toBeLessThanOrEqual(largestShift);
    await expectAccessible(page, path);
    for (const size of narrow) {
      await page.setViewportSize(size);
      await untilPainted(page, 'dark');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${path} at ${size.width} px`).toBeLessThanOrEqual(size.width);
    }
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length), path).toBe(0);
  }
  expect(thirdPartyRequests).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test('live figures move no content on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await recordLayoutShifts(page);
  for (const path of ['/locations/', '/status/']) {
    await page.goto(`${site}${path}`);
    await expect(page.locator('[data-status-time]')).not.toBeEmpty();
    await untilShown(page);
    expect(await layoutShift(page), path).toBeLessThanOrEqual(largestShift);
  }
});

test('Tab and Enter reach the skip link, the phone menu and every control, always with a visible focus ring', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${site}/`);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toEqual({ name: 'Skip to content', isSeen: true });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toEqual({ name: 'See plans', isSeen: true });
  await page.goto(`${site}/`);
  for (const name of ['Skip to content', 'Comet VPN', 'Menu']) {
    await page.keyboard.press('Tab');
    expect(await focused(page)).toEqual({ name, isSeen: true });
  }
  const menu = page.locator('header summary');
  const closed = await menu.boundingBox();
  await page.keyboard.press('Enter');
  expect(await focused(page)).toEqual({ name: 'Close', isSeen: true });
  expect((await menu.boundingBox())?.y).toBe(closed?.y);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toEqual({ name: 'Locations', isSeen: true });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site}/locations/`);

  await page.setViewportSize({ width: 1280, height: 880 });
  for (const path of ['/pricing/', '/get-in-touch/', '/locations/netherlands/']) {
    await page.goto(`${site}${path}`);
    const within = page
      .locator('main, footer')
      .locator('a:visible, button:visible, input:visible, textarea, select');
    const last = await within.last().textContent();
    const unseen: string[] = [];
    const visited = new Set<string>();
    for (let steps = 0; steps < 60 && !visited.has(last ?? ''); steps += 1) {
      await page.keyboard.press('Tab');
      const at = await focused(page);
      visited.add(at.name);
      if (!at.isSeen) unseen.push(at.name);
    }
    expect(unseen, path).toEqual([]);
    expect(visited, path).toContain(last);
  }
});

test('each plan’s card states the price, the period and the renewal that the checkout charges', async ({
  page,
  context,
}) => {
  await signInContext(context, await newCustomer(stack));
  const plans = [
    ['12 months', '$4.99', 'You pay $59.88 today for 13 months, renews at $59.88', 'Save 58%'],
    ['24 months', '$3.49', 'You pay $83.76 today for 27 months, renews at $83.76', 'Save 70%'],
  ] as const;
  for (const [length, monthly, today, saving] of plans) {
    await page.goto(`${site}/pricing/`);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: length }) });
    for (const words of [monthly, today, saving, '30-day refund for card and PayPal']) {
      await expect(card.getByText(words)).toBeVisible();
    }
    await card.getByRole('link').click();
    const paid = /\$\d+\.\d\d/.exec(today)?.[0] ?? '';
    await expect(page.getByRole('radio', { name: new RegExp(`^${length}`) })).toBeChecked();
    await expect(page.getByRole('radio', { name: monthly })).toBeChecked();
    await expect(page.getByRole('button', { name: `Pay ${paid}` })).toBeVisible();
    await expect(page.getByText(` at ${paid}, then every`)).toBeVisible();
  }
});

test('the explanation of the monthly price agrees with the checkout', async ({ page, context }) => {
  await page.goto(`${site}/pricing/`);
  await expect(page.getByText('you pay $4.61 a month on the 12-month plan')).toBeVisible();
  await signInContext(context, await newCustomer(stack));
  await page.getByRole('link', { name: 'Get 12 months' }).click();
  await expect(page.getByText('13 months of Comet, $4.61 a month')).toBeVisible();
});

test('without scripts the home page states the locations and how many are up, its questions are open, and each platform links to its card', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${site}/`);
    const { cities } = (await (await fetch(`${site}/api/v1/status`)).json()) as {
      cities: { state: string }[];
    };
    const hasServers = cities.some(({ state }) => state !== 'none');
    await expect(page.getByText(hasServers ? 'locations available now' : /^in \d+ countries$/)).toBeVisible();
    const text = page.getByText('select Cancel, and confirm with Cancel renewal');
    await expect(text).toBeHidden();
    await page.getByText('How do I cancel?').click();
    await expect(text).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Android' }).click();
    await expect(page).toHaveURL(`${site}/download/#android`);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Android' }) });
    await expect(card.getByRole('link', { name: 'Set up with a QR code for Android' })).toBeInViewport();
  } finally {
    await context.close();
  }
});

test('the page for a missing address suggests close pages only, and finds others despite a typing error', async ({
  page,
}) => {
  const results = page.locator('[data-search-results] a');
  const index = page.waitForResponse(`${site}/search-index.json`);
  await page.goto(`${site}/nope/`);
  await (await index).finished();
  await expect(results).toHaveCount(0);
  await page.goto(`${site}/blog/kill-switsh/`);
  await expect(results.filter({ hasText: 'kill switch' }).first()).toBeVisible();
  await page.getByRole('searchbox').fill('refnds');
  await expect(page.getByRole('status').filter({ hasText: 'result' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site}/refunds/`);
});

test('the help center finds a page while typing, and Enter opens it', async ({ page }) => {
  await page.goto(`${site}/help/`);
  await page.getByRole('searchbox').fill('two facto');
  const results = page.locator('[data-search-results] a');
  await expect(results.first()).toContainText('Turn on two-factor');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site}/help/two-factor/`);
  await expect(page.getByRole('heading', { level: 2, name: 'If it doesn’t work' })).toBeVisible();
});

test('without scripts the contact form sends the message and shows a confirmation page', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${site}/get-in-touch/`);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
    await page.getByLabel('Message').fill('Does it work without scripts?');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message sent');
  } finally {
    await context.close();
  }
});
