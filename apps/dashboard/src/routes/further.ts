import type { HomeAddress, Part, UserAddress, VisitorAddress } from '../platform/router/index.ts';
import { arrivals } from './arrivals.ts';
import { dashboard } from './dashboard.ts';
import { payments } from './payments.ts';

/** Every address but the ways in and home; fetched when one of them is asked for, or the browser has nothing to do. */
export const further: Readonly<Record<VisitorAddress | Exclude<UserAddress, HomeAddress>, Part>> = {
  ...arrivals,
  ...dashboard,
  ...payments,
};
