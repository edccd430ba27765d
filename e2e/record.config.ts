import { defineConfig } from '@playwright/test';
import screens from './screens.config.ts';

const { projects: _, ...rest } = screens;

/** Contains no tests: records the API responses that the dashboard screenshots are rendered from. */
export default defineConfig(rest, { testMatch: 'pictures/record.spec.ts' });
