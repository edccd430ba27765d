import { defineConfig } from '@playwright/test';
import screens from './screens.config.ts';

const { projects: _, ...rest } = screens;

/** No tests: records what the pictures of the dashboard are drawn from. */
export default defineConfig(rest, { testMatch: 'pictures/record.spec.ts' });
