import { defineConfig } from '@playwright/test';
import { common } from './playwright.config.ts';

/** The desktop app in a real window on the lab's client, with the real daemon and a separate stack. */
export default defineConfig(common, {
  testMatch: 'desktop/*.spec.ts',
  globalSetup: './src/desktop/global-setup.ts',
  workers: 1,
  outputDir: '../test-results/desktop',
});
