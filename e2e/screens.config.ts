import { defineConfig } from '@playwright/test';
import { common } from './playwright.config.ts';
import { launching } from './src/support/browser-options.ts';

/** Moves the sandbox's clock by days, which would let run out what others wait for. */
const movesTheClock = 'payments/lifecycle-renewal.spec.ts';

/**
 * In the browser alone: the service without the lab. Each file has customers of its own, so files run side by side; the one that moves
 * the clock runs when the others are done (alone with `--no-deps --project clock`).
 */
export default defineConfig(common, {
  testMatch: [
    'pages/*.spec.ts',
    'accounts/*.spec.ts',
    'payments/*.spec.ts',
    'configuration-files/*.spec.ts',
    'pictures/pictures.spec.ts',
    'second-locale/second-locale.spec.ts',
    'preview/accessible.spec.ts',
  ],
  globalSetup: './src/support/start-without-lab.ts',
  workers: 2,
  outputDir: '../test-results/screens',
  snapshotPathTemplate: '{testDir}/pictures/expected/{arg}{ext}',
  use: {
    ...common.use,
    // The same engine without a window around it, which costs a third less; the story is told in the browser that people have.
    launchOptions: launching('/usr/bin/chromium-headless-shell'),
    // Nobody waits for what only moves; the story is told with it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'screens', testIgnore: movesTheClock },
    { name: 'clock', testMatch: movesTheClock, dependencies: ['screens'] },
  ],
});
