import type { api } from '../../src/api.ts';
import { accounts } from './accounts.ts';
import { network } from './network.ts';
import { purchases } from './purchases.ts';
import { support } from './support.ts';

/** Separate from the endpoints, which clients bundle. */
export const descriptions: Readonly<Record<keyof typeof api, string>> = {
  ...accounts,
  ...network,
  ...purchases,
  ...support,
};
