import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';

const desktop = { width: 1280, height: 880 };
const phone = { width: 390, height: 844 };

/** Waits until a screen is loaded, without the loading message or skeletons. */
export async function untilShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [heading, ...more] = document.querySelectorAll('main h1');
    return (
      heading !== undefined &&
      more.length === 0 &&
      document.querySelector('[role=status]:has([role=progressbar]) h1, [aria-busy=true]') === null
    );
  });
}

/**
 * Expects no axe violations and no horizontal overflow on the current page, at phone and desktop width, in both themes. The order begins
 * and ends at the tests' default size and changes the size as rarely as possible. `check` runs in each of these four views, with its name.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  check: (view: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  // Set first, so that no colour transition is pending during the check.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of colorScheme === 'light' ? [desktop, phone] : [phone, desktop]) {
      await page.setViewportSize(size);
      await untilPainted(page, colorScheme);
      const view = `${what}, ${colorScheme}, ${size.width} px`;
      expect(await found(page, colorScheme), view).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, view).toBeLessThanOrEqual(size.width);
      await check(view);
    }
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Returns axe's findings on a page and in its frames. In the dark theme checks only colours. axe stays on the page for the next check;
 * @axe-core/playwright would inject it each time and open a window to collect the findings.
 */
export async function found(page: Page, theme: 'light' | 'dark'): Promise<readonly string[]> {
  const inFrames = page.frames().map(async (frame) => {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource);
    return frame.evaluate(
      async (options) => {
        const { violations } = await (globalThis as unknown as { axe: typeof Axe }).axe.run(
          document,
          options,
        );
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      },
      {
        // Each frame is checked separately.
        iframes: false,
        resultTypes: ['violations' as const],
        ...(theme === 'dark' ? { runOnly: { type: 'rule' as const, values: colourRules } } : {}),
      },
    );
  });
  return (await Promise.all(inFrames)).flat();
}

/** Waits until the theme is applied and all transitions have ended, and then for two frames. */
export async function untilPainted(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (wanted) => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    const isSettled = () =>
      (document.documentElement.dataset.theme ?? wanted) === wanted &&
      document.getAnimations().every(({ playState }) => playState !== 'running');
    while (!isSettled()) await nextFrame();
    await nextFrame();
    await nextFrame();
  }, theme);
}
