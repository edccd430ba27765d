import { test as base } from '@playwright/test';
import { openSourceAddress, type SourceAddress } from './source-address.ts';

/** Playwright's `test` with a random source address for the browsers of each test. */
export const test = base.extend<{ readonly sourceAddress: SourceAddress }>({
  sourceAddress: async ({ browserName: _ }, use) => {
    await using sourceAddress = await openSourceAddress();
    await use(sourceAddress);
  },
  proxy: ({ sourceAddress }, use) => use({ server: sourceAddress.proxy }),
});
