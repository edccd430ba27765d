import type { Part, UserAddress, VisitorAddress } from '../platform/router/index.ts';
import { arrivals } from './arrivals.ts';
import { dashboard } from './dashboard.ts';
import { payments } from './payments.ts';

/** Every address but the ways in; fetched when one of them is asked for. */
export const further: Readonly<Record<VisitorAddress | UserAddress, Part>> = {
  ...arrivals,
  ...dashboard,
  ...payments,
};
