import * as z from 'zod/mini';
import { country, countryCode, id, instant, port } from '../fields.ts';
import { dedicatedIpType } from '../orders/order.ts';
import { wire } from '../wire.ts';

/** A dedicated address. It is `provisioning` until one is assigned; its period begins then. */
export const service = wire({
  id,
  type: dedicatedIpType,
  country,
  state: z.enum(['provisioning', 'active', 'expired', 'refunded']),
  address: z.nullable(z.string()),
  startedAt: z.nullable(instant),
  activeUntil: z.nullable(instant),
  createdAt: instant,
  /** Its location, and the gateway that it is used through now; null while no gateway has it. */
  location: z.nullable(wire({ code: z.string(), country: countryCode, city: z.string() })),
  gatewayId: z.nullable(id),
  /** Whether the route currently works. */
  online: z.boolean(),
  /** Its use as a proxy, by HTTP and by SOCKS5; null if its gateway has none, or the account has no plan. */
  proxy: z.nullable(
    wire({
      host: z.string(),
      httpPort: port,
      socksPort: port,
      username: z.string(),
      password: z.string(),
    }),
  ),
  /** Whether an operator has blocked all metered services of the account: the address is not usable meanwhile. */
  stopped: z.boolean(),
  note: z.string(),
  /** Whether the time since the last swap permits another one. */
  canSwap: z.boolean(),
});
