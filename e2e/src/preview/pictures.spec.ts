import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { untilPainted } from '../support/accessibility.ts';
import { type ScreenState, screenStates } from './screen-states.ts';
import { sizes, test } from './screens.ts';
import { settle } from './settle.ts';
import { sheetOf } from './contact-sheet.ts';

const pictures = join(import.meta.dirname, '../../../docs/pictures');
const [narrow, broad] = sizes;

/** Home screens and themes for README. */
const readmeScreens = [
  ['home-disconnected', 'dark'],
  ['home-connecting', 'dark'],
  ['home-connected', 'light'],
  ['home-blocked', 'dark'],
] as const;

for (const state of screenStates)
  test(state.name, async ({ page, show }) => {
    const taken: Buffer[] = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      await show(state);
      await settle(page, state);
      for (const theme of ['light', 'dark'] as const) taken.push(await take(page, theme));
    }
    await writeFile(join(pictures, 'desktop', `${state.name}.png`), await sheetOf(page, taken));
  });

test('home screens for README', async ({ page, show }) => {
  const taken: Buffer[] = [];
  await page.setViewportSize(narrow);
  for (const [name, theme] of readmeScreens) taken.push(await showAndTake(page, show, name, theme));
  await writeFile(join(pictures, 'desktop.png'), await sheetOf(page, taken));
  await page.setViewportSize(broad);
  const map = await showAndTake(page, show, 'locations', 'dark');
  await writeFile(join(pictures, 'desktop-locations.png'), await sheetOf(page, [map]));
});

/** Pictures of the site: the state, the window, and the pixels for one of CSS. Files are named by state, size and theme. */
const sitePictures = [
  ['home-connected', narrow, 2],
  ['home-blocked', narrow, 2],
  ['home-connected', broad, 1],
  ['locations', broad, 1],
  ['locations', narrow, 2],
] as const;

for (const [name, size, scale] of sitePictures)
  test.describe(`for the site: ${name}, ${size.width} px wide`, () => {
    test.use({ deviceScaleFactor: scale });
    for (const theme of ['light', 'dark'] as const)
      test(theme, async ({ page, show }) => {
        await page.setViewportSize(size);
        const picture = await showAndTake(page, show, name, theme);
        const file = `${name}-${size === narrow ? 'narrow' : 'broad'}-${theme}.png`;
        await writeFile(
          join(pictures, '../../apps/site/src/features/app-pictures', file),
          await sheetOf(page, [picture], 0),
        );
      });
  });

async function showAndTake(
  page: Page,
  show: (state: ScreenState) => Promise<void>,
  name: string,
  theme: 'light' | 'dark',
) {
  const state = screenStates.find((one) => one.name === name);
  if (state === undefined) throw new Error(`No screen state is named ${name}`);
  await show(state);
  await settle(page, state);
  return take(page, theme);
}

async function take(page: Page, theme: 'light' | 'dark'): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: theme });
  await untilPainted(page, theme);
  return page.screenshot();
}
