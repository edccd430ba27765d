import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@comet/stack';
import { test as base, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import type { ScreenState } from './screen-states.ts';

const ui = join(import.meta.dirname, '../../../apps/desktop/ui');

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
export const test = base.extend<Screens, { readonly served: string }>({
  // By a server, because an intercepted page loads without the browser's cache.
  served: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'comet-preview-'));
      const common = { root: ui, configFile: join(ui, 'vite.config.ts'), logLevel: 'warn' } as const;
      await build({
        ...common,
        build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: join(ui, 'preview.html') } },
      });
      const server = await preview({
        ...common,
        build: { outDir: folder },
        preview: { host: '127.0.0.1', port: await freePort() },
      });
      await use(new URL('preview.html', server.resolvedUrls?.local[0]).href);
      await server.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  async show({ page, served }, use) {
    // A fixed time, so that dates are the same in every screenshot.
    await page.clock.install({ time: new Date('2026-11-22T09:41:00Z') });
    await use(async ({ query, reach }) => {
      await page.goto(`${served}?${query}`);
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
