import { defineConfig } from '@playwright/test';
import { common } from './playwright.config.ts';
import { CHROMIUM, launching } from './src/support/browser-options.ts';

/** Writes the desktop app screenshots in docs/pictures. Not part of `npm test`. */
export default defineConfig(common, {
  testMatch: 'preview/pictures.spec.ts',
  workers: 2,
  retries: 0,
  outputDir: '../test-results/pictures',
  use: {
    ...common.use,
    launchOptions: launching(CHROMIUM),
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
  },
});
