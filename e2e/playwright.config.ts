import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { launching } from './src/launching.ts';

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
  testMatch: [
    'story.spec.ts',
    'login.spec.ts',
    'leaks/*.spec.ts',
    'ways.spec.ts',
    'features.spec.ts',
    'downloads.spec.ts',
    'openvpn.spec.ts',
    'revocation.spec.ts',
    'privacy.spec.ts',
    'residential/*.spec.ts',
  ],
  globalSetup: './src/start-with-lab.ts',
  workers: 1,
  outputDir: '../test-results/story',
});
