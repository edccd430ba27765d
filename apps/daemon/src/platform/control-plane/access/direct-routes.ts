import type { LookupFunction } from 'node:net';
import { type Endpoint, isIp } from '@comet/foundation';
import { type AccessRoute, type AccessStrategy, openTcp, type Target } from './access-route.ts';

/** Whether a target is the API, whose known addresses and relays serve no other host. */
export type IsApi = (target: Target) => boolean;

/** The addresses that the resolver returned, now or earlier. `lookup` returns those of the API. */
export function directAccess(isApi: IsApi, lookup: LookupFunction): AccessStrategy {
  const route: AccessRoute = (target, { signal }) =>
    isApi(target) ? openTcp(target, signal, lookup) : openTcp(target, signal);
  return { method: 'direct', routesTo: () => [route] };
}

/** Maximum number of addresses that are tried. */
const maxPinned = 4;

/** Addresses of the API that need no resolver. `known`: the newest first; those in `direct` are left to the direct method. */
export function pinnedAccess(
  isApi: IsApi,
  known: () => readonly string[],
  direct: () => readonly Endpoint[],
): AccessStrategy {
  return {
    method: 'pinned',
    routesTo(target) {
      if (!isApi(target) || isIp(target.host)) return [];
      const tried = new Set(direct().map(({ host }) => host));
      const addresses = [...new Set(known())].filter((address) => !tried.has(address));
      return addresses.slice(0, maxPinned).map(
        (host): AccessRoute =>
          async (_, { signal, permit }) => {
            const endpoint = { host, port: target.port };
            await permit([endpoint]);
            return openTcp(endpoint, signal);
          },
      );
    },
  };
}
