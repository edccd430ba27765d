import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { build } from 'vite';
import type { Moment } from './scenes.ts';

const ui = join(import.meta.dirname, '../../../apps/desktop/ui');
const host = 'http://preview.test';

/** The sizes of the app's window that its screens are drawn for. */
export const sizes = [
  { width: 380, height: 640 },
  { width: 900, height: 640 },
] as const;

interface Screens {
  /** Shows a moment in the window that the test has, at rest. */
  readonly show: (moment: Moment) => Promise<void>;
}

/** Tests of the app's screens, drawn by a browser, with a daemon behind them that does at once what it is asked. */
export const test = base.extend<Screens, { readonly built: string }>({
  built: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'comet-preview-'));
      await build({
        ...{ root: ui, configFile: join(ui, 'vite.config.ts'), logLevel: 'warn' },
        build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: join(ui, 'preview.html') } },
      });
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  async show({ page, built }, use) {
    await page.route(`${host}/**`, (route) =>
      route.fulfill({ path: join(built, new URL(route.request().url()).pathname) }),
    );
    // An instant of its own, so that dates are the same in every picture.
    await page.clock.install({ time: new Date('2026-11-22T09:41:00Z') });
    await use(async ({ query, reach }) => {
      await page.goto(`${host}/preview.html?${query}`);
      await page.locator('h1').waitFor();
      await reach?.(page);
      await untilStill(page);
    });
  },
});

/** Waits until nothing is on its way any more: what is fetched, what moves, and the letters' faces. */
async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[role=status][aria-label]') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running') &&
      document.fonts.status === 'loaded',
  );
}
