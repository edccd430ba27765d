import { defineConfig } from '@playwright/test';
import { common } from './playwright.config.ts';

/** Advances the sandbox clock by days, which would disturb payments of tests that run at the same time. */
const movesTheClock = 'payments/lifecycle-renewal.spec.ts';

/**
 * Browser tests of a stack without the lab. Each file creates its own customers, so files run in parallel; the file that advances the
 * clock runs after the others (alone with `--no-deps --project clock`).
 */
export default defineConfig(common, {
  testMatch: [
    'pages/*.spec.ts',
    'accounts/*.spec.ts',
    'payments/*.spec.ts',
    'configuration-files/*.spec.ts',
    'pictures/pictures.spec.ts',
    'second-locale/second-locale.spec.ts',
    'preview/{accessible,keyboard}.spec.ts',
  ],
  globalSetup: './src/support/start-without-lab.ts',
  workers: 2,
  outputDir: '../test-results/screens',
  snapshotPathTemplate: '{testDir}/pictures/expected/{arg}{ext}',
  use: {
    ...common.use,
    // Skips animations to save time; the tests with the lab include them.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'screens', testIgnore: movesTheClock },
    { name: 'clock', testMatch: movesTheClock, dependencies: ['screens'] },
  ],
});
