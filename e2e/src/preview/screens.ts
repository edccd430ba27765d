import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { build } from 'vite';
import type { ScreenState } from './screen-states.ts';

const ui = join(import.meta.dirname, '../../../apps/desktop/ui');
const host = 'http://preview.test';

/** Window sizes in CSS px that the app's screens are designed for. */
export const sizes = [
  { width: 380, height: 640 },
  { width: 900, height: 640 },
] as const;

interface Screens {
  /** Shows a state in the test's page and waits until the page is stable. */
  readonly show: (state: ScreenState) => Promise<void>;
}

/** Playwright's `test` with the app's screens in a browser and a fake daemon that executes every command at once. */
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
    // A fixed time, so that dates are the same in every screenshot.
    await page.clock.install({ time: new Date('2026-11-22T09:41:00Z') });
    await use(async ({ query, reach }) => {
      await page.goto(`${host}/preview.html?${query}`);
      await page.locator('h1').waitFor();
      await reach?.(page);
      await untilStill(page);
    });
  },
});

/** Waits until no loading indicator is shown, no animation runs and the fonts are loaded. */
async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[role=status][aria-label]') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running') &&
      document.fonts.status === 'loaded',
  );
}
