import { api, type Endpoint } from '@comet/contract';
import { checkReply } from '@comet/client';
import { expect, type Page } from '@playwright/test';
import { findClippedText } from '../pages/find-clipped-text.ts';
import { untilShown } from '../support/accessibility.ts';
import { test } from './recorded-dashboard.ts';
import { pathOf, readRecording } from './recording.ts';
import { type Scene, scenes } from './scenes.ts';

const { ids, answers } = readRecording();
const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 880 } } as const;
/** The smallest phones, and a desktop screen of 1280 px at 400 % (WCAG 1.4.10). */
const narrow = { width: 320, height: 640 };

// Half scale keeps 160 screenshots small and still detects a line that moves.
test.use({ deviceScaleFactor: 0.5, timezoneId: 'UTC', locale: 'en-GB' });

for (const person of ['visitor', 'newcomer', 'unconfirmed', 'buyer', 'subscriber', 'pending'] as const) {
  const seen = scenes.filter((scene) => scene.person === person);
  test(`every screen of a ${person} matches its screenshots in both themes and at two widths, and fits 320 px`, async ({
    page,
    recorded,
  }) => {
    test.setTimeout(180_000);
    const unknown = await recorded.enter(page, person);
    await watchShifts(page);
    for (const scene of seen) {
      await compareScreenshots(page, scene, recorded.origin);
      await expectFits(page, scene.name);
    }
    expect(unknown, 'requests without a recorded reply: record again').toEqual([]);
  });
}

test('recorded replies match the current contract', () => {
  for (const [key, { status, body }] of Object.values(answers).flatMap((replies) =>
    Object.entries(replies),
  )) {
    if (status < 300) expect(() => checkReply(endpointOf(key), body), key).not.toThrow();
  }
});

async function compareScreenshots(page: Page, { name, path }: Scene, origin: string): Promise<void> {
  await page.setViewportSize(widths.phone);
  await page.goto(origin + pathOf(path, ids));
  await untilShown(page);
  expect.soft(await page.evaluate('layoutShift'), `what has moved on ${name}`).toBeLessThanOrEqual(0.02);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [width, size] of Object.entries(widths)) {
      await page.setViewportSize(size);
      const picture = `${name}-${width}-${colorScheme}.png`;
      await expect
        .soft(page)
        .toHaveScreenshot(picture, { fullPage: true, scale: 'device', maxDiffPixelRatio: 0.01 });
    }
  }
}

/** Expects that nothing on the screen is wider than 320 px or cut off there. */
async function expectFits(page: Page, name: string): Promise<void> {
  await page.setViewportSize(narrow);
  expect.soft(await findClippedText(page), name).toEqual([]);
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(narrow.width);
}

/** Sums the layout shifts of each page load (CLS, Cumulative Layout Shift) in `window.layoutShift`. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sum = window as unknown as { layoutShift: number };
    sum.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum.layoutShift += 'value' in entry ? Number(entry.value) : 0;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the endpoint of a recorded call. */
function endpointOf(key: string): Endpoint {
  const [method, address = ''] = key.split(' ');
  const path = address.split('?')[0] ?? '';
  const found = Object.values<Endpoint>(api).find(
    (endpoint) =>
      endpoint.method === method && new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  if (found === undefined) throw new Error(`The contract has no ${key}`);
  return found;
}
