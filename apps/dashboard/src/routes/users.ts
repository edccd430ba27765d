import type { Part, UserAddress } from '../platform/router/index.ts';
import { dashboard } from './dashboard.ts';
import { payments } from './payments.ts';

/** What needs an account; fetched when the first address of it is asked for. */
export const users: Readonly<Record<UserAddress, Part>> = { ...dashboard, ...payments };
