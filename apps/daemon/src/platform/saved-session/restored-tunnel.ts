import { isDeepStrictEqual } from 'node:util';
import type { Routing, TunnelAddresses } from '../routing/routing.ts';

/** Routing with the routes of `laid` in place: a first call of `raise` with the same addresses does nothing. */
export function restoredTunnel(routing: Routing, laid: TunnelAddresses): Routing {
  let ahead: TunnelAddresses | null = laid;
  return {
    async raise(addresses) {
      const isLaid = isDeepStrictEqual(addresses, ahead);
      ahead = null;
      if (!isLaid) await routing.raise(addresses);
    },
    raiseHop: (link, hop) => routing.raiseHop(link, hop),
    lower() {
      ahead = null;
      return routing.lower();
    },
  };
}
