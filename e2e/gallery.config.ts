import { defineConfig } from '@playwright/test';
import screens from './screens.config.ts';

const { projects: _, ...rest } = screens;

/** Contains no tests: writes pictures of every screen and every email to test-results/gallery, to look at. */
export default defineConfig(rest, {
  projects: [
    { name: 'seed', testMatch: 'gallery/seed.setup.ts' },
    { name: 'gallery', testMatch: 'gallery/*.spec.ts', dependencies: ['seed'] },
  ],
  retries: 0,
  timeout: 1_800_000,
  outputDir: '../test-results/gallery-failures',
  use: { ...rest.use, timezoneId: 'UTC', locale: 'en-GB' },
});
