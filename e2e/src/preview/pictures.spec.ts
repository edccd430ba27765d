import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { untilPainted } from '../support/accessibility.ts';
import { type Moment, moments } from './screen-states.ts';
import { sizes, test } from './screens.ts';
import { sheetOf } from './contact-sheet.ts';

const pictures = join(import.meta.dirname, '../../../docs/pictures');
const [narrow, broad] = sizes;

/** Home screens and themes for README. */
const story = [
  ['home-disconnected', 'dark'],
  ['home-connecting', 'dark'],
  ['home-connected', 'light'],
  ['home-blocked', 'dark'],
] as const;

for (const moment of moments)
  test(moment.name, async ({ page, show }) => {
    const taken: Buffer[] = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      await show(moment);
      await atRest(page, moment);
      for (const theme of ['light', 'dark'] as const) taken.push(await take(page, theme));
    }
    await writeFile(join(pictures, 'desktop', `${moment.name}.png`), await sheetOf(page, taken));
  });

test('home screens for README', async ({ page, show }) => {
  const taken: Buffer[] = [];
  await page.setViewportSize(narrow);
  for (const [name, theme] of story) taken.push(await shown(page, show, name, theme));
  await writeFile(join(pictures, 'desktop.png'), await sheetOf(page, taken));
  await page.setViewportSize(broad);
  const map = await shown(page, show, 'locations', 'dark');
  await writeFile(join(pictures, 'desktop-locations.png'), await sheetOf(page, [map]));
});

async function shown(
  page: Page,
  show: (moment: Moment) => Promise<void>,
  name: string,
  theme: 'light' | 'dark',
) {
  const moment = moments.find((one) => one.name === name);
  if (moment === undefined) throw new Error(`Nothing is called ${name}`);
  await show(moment);
  await atRest(page, moment);
  return take(page, theme);
}

/** Moves the pointer away and removes the focus. While connected, first advances the clock by a minute of traffic for the graph. */
async function atRest(page: Page, { query }: Moment): Promise<void> {
  if (query.startsWith('scene=connected')) await page.clock.runFor(62_000);
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

async function take(page: Page, theme: 'light' | 'dark'): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: theme });
  await untilPainted(page, theme);
  return page.screenshot();
}
