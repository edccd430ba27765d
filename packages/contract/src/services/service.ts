import * as z from 'zod/mini';
import { country, id, instant } from '../fields.ts';
import { dedicatedIpType } from '../orders/order.ts';
import { wire } from '../wire.ts';

/** An address of one's own. It is `provisioning` until there is one for it; its time begins then. */
export const service = wire({
  id,
  type: dedicatedIpType,
  country,
  state: z.enum(['provisioning', 'active', 'expired', 'refunded']),
  address: z.nullable(z.string()),
  startedAt: z.nullable(instant),
  activeUntil: z.nullable(instant),
  createdAt: instant,
});
