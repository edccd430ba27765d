import { test as base } from '@playwright/test';
import { newWhereabouts, type Whereabouts } from './source-address.ts';

/** Playwright's `test` with a random source address for the browsers of each test. */
export const test = base.extend<{ readonly whereabouts: Whereabouts }>({
  whereabouts: async ({ browserName: _ }, use) => {
    await using whereabouts = await newWhereabouts();
    await use(whereabouts);
  },
  proxy: ({ whereabouts }, use) => use({ server: whereabouts.proxy }),
});
