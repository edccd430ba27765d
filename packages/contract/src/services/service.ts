import * as z from 'zod/mini';
import { country, countryCode, id, instant, port } from '../fields.ts';
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
  /** Where it leaves, and through which gateway it is used now; null while nothing leads to it. */
  location: z.nullable(wire({ code: z.string(), country: countryCode, city: z.string() })),
  gatewayId: z.nullable(id),
  /** Whether the route currently works. */
  online: z.boolean(),
  /** How it is used as a proxy, by HTTP and by SOCKS5; null where its gateway has none, or the account has no plan. */
  proxy: z.nullable(
    wire({
      host: z.string(),
      httpPort: port,
      socksPort: port,
      username: z.string(),
      password: z.string(),
    }),
  ),
  /** Whether an operator has stopped everything metered on the account: nothing leads by the address meanwhile. */
  stopped: z.boolean(),
  note: z.string(),
  /** Whether the time since the last swap permits another one. */
  canSwap: z.boolean(),
});
