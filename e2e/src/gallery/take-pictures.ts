import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { untilPainted } from '../support/accessibility.ts';

const folder = join(import.meta.dirname, '../../../test-results/gallery');

const themes = ['light', 'dark'] as const;

/** Widths in CSS px: a phone, and a desktop screen. */
const screenWidths = [390, 1280] as const;

/** Takes pictures of the whole page at each width in both themes: `<surface>/<name>-390-light.png`. */
export async function takePictures(
  page: Page,
  surface: string,
  name: string,
  widths: readonly number[] = screenWidths,
): Promise<void> {
  for (const width of widths) {
    const height = width < 600 ? 844 : 880;
    await page.setViewportSize({ width, height });
    await page.setViewportSize({ width, height: height + (await hiddenHeight(page)) });
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await untilPainted(page, theme);
      await loadImages(page);
      await page.screenshot({
        path: join(folder, surface, `${name}-${width}-${theme}.png`),
        fullPage: true,
        animations: 'disabled',
      });
    }
  }
}

/** Loads also the images that are out of sight: a picture of the whole page shows them. */
async function loadImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

/** Returns the height in px that a window of a fixed height, the desktop app's, scrolls out of sight. */
function hiddenHeight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const scrolls = [...document.querySelectorAll('main, main *')].filter((element) =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowY),
    );
    return Math.max(0, ...scrolls.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight));
  });
}

/** `/ops/orders/8c1d…/` → `ops-orders-id`; `index` for the root. */
export function pictureName(path: string): string {
  const name = path
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/[^a-z0-9]+/gi, '-')
    .replaceAll(/^-|-$/g, '');
  return name === '' ? 'index' : name;
}
