import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { launching } from './src/support/browser-options.ts';

/** What both runs have in common; each starts a service of its own. */
export const common: PlaywrightTestConfig = {
  testDir: './src',
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // Who needs another try is named at the end of the run (decision 9).
  retries: 2,
  use: {
    viewport: { width: 1280, height: 880 },
    launchOptions: launching('/usr/bin/chromium'),
    screenshot: 'only-on-failure',
  },
};

/** Through tunnels of the lab. One worker: the tests share one client machine and change what its traffic may do. */
export default defineConfig(common, {
  testMatch: ['connection/*.spec.ts', 'leaks/*.spec.ts', 'residential/*.spec.ts'],
  globalSetup: './src/support/start-with-lab.ts',
  workers: 1,
  outputDir: '../test-results/story',
});
