import { defineConfig } from '@playwright/test';
import { common } from './playwright.config.ts';

/** Writes the desktop app screenshots in docs/pictures. Not part of `npm test`. */
export default defineConfig(common, {
  testMatch: 'preview/pictures.spec.ts',
  workers: 2,
  retries: 0,
  outputDir: '../test-results/pictures',
  use: { ...common.use, timezoneId: 'UTC', contextOptions: { reducedMotion: 'reduce' } },
});
