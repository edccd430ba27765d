import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { HEADLESS_SHELL, launching } from './src/support/browser-options.ts';

/** Options shared by all Playwright configurations of e2e. */
export const common: PlaywrightTestConfig = {
  testDir: './src',
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // `npm test` lists retried tests at the end of the run (decision 9).
  retries: 2,
  use: {
    viewport: { width: 1280, height: 880 },
    launchOptions: launching(HEADLESS_SHELL),
    screenshot: 'only-on-failure',
  },
};

/** Tests with lab tunnels. One worker: the tests share one client host and change its firewall and routes. */
export default defineConfig(common, {
  testMatch: ['connection/*.spec.ts', 'leaks/*.spec.ts', 'residential/*.spec.ts'],
  globalSetup: './src/support/start-with-lab.ts',
  workers: 1,
  outputDir: '../test-results/story',
});
