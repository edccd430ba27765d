import { defineConfig } from '@playwright/test';

// One worker: the tests share one stack and one lab, and the network tests change what the client's traffic may do.
export default defineConfig({
  testDir: './src',
  testMatch: '*.spec.ts',
  globalSetup: './src/global-setup.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  outputDir: '../test-results',
  use: {
    viewport: { width: 1280, height: 880 },
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
  },
});
