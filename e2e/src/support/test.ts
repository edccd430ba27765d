import { test as base } from '@playwright/test';
import { newWhereabouts, type Whereabouts } from './source-address.ts';

/** Playwright's `test`, in which every browser calls from an address that no other test calls from. */
export const test = base.extend<{ readonly whereabouts: Whereabouts }>({
  whereabouts: async ({ browserName: _ }, use) => {
    await using whereabouts = await newWhereabouts();
    await use(whereabouts);
  },
  proxy: ({ whereabouts }, use) => use({ server: whereabouts.proxy }),
});
