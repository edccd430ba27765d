import { defineConfig } from '@playwright/test';
import { common } from './playwright.config.ts';

/** In the browser alone: the service without the lab. Each file has customers of its own, so files run side by side. */
export default defineConfig(common, {
  testMatch: ['screens.spec.ts', 'accounts/*.spec.ts', 'money/*.spec.ts'],
  globalSetup: './src/start-without-lab.ts',
  workers: 2,
  outputDir: '../test-results/screens',
});
