import { isDeepStrictEqual } from 'node:util';
import type { Routing, TunnelAddresses } from '../routing/routing.ts';

/** Routing whose routes for `existing` are already set: a first call of `raise` with the same addresses does nothing. */
export function restoredTunnel(routing: Routing, existing: TunnelAddresses): Routing {
  let remaining: TunnelAddresses | null = existing;
  return {
    async raise(addresses) {
      const exists = isDeepStrictEqual(addresses, remaining);
      remaining = null;
      if (!exists) await routing.raise(addresses);
    },
    raiseHop: (link, hop) => routing.raiseHop(link, hop),
    lower() {
      remaining = null;
      return routing.lower();
    },
  };
}
