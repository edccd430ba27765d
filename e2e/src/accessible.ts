import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 880 },
];

/** Waits until a screen is there: neither the loading message nor the outlines of what is still to come. */
export async function untilShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [heading, ...more] = document.querySelectorAll('main h1');
    return (
      heading !== undefined &&
      more.length === 0 &&
      document.querySelector('[role=status] h1, [aria-busy=true]') === null
    );
  });
}

/**
 * What stands on the page now, at a phone's and a desk's width, in the light and the dark: axe finds nothing, and nothing is wider than
 * the screen.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // First, so that no colour is still on its way to the other theme when it is looked at.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of sizes) {
      await page.setViewportSize(size);
      await untilPainted(page, colorScheme);
      expect(await found(page, colorScheme), `${what}, ${colorScheme}, ${size.width} px`).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${what}, ${colorScheme}, ${size.width} px`).toBeLessThanOrEqual(size.width);
    }
  }
}

/** What axe finds on a page. In the dark it looks at the colours alone: all else is the same in both themes. */
export async function found(page: Page, theme: 'light' | 'dark'): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (theme === 'dark'
    ? axe.withRules(['color-contrast', 'link-in-text-block'])
    : axe
  ).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Waits until a theme is on the page, and every colour and size is at its end. */
async function untilPainted(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction((wanted) => {
    const shown = document.documentElement.dataset.theme ?? wanted;
    return shown === wanted && document.getAnimations().every(({ playState }) => playState !== 'running');
  }, theme);
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
