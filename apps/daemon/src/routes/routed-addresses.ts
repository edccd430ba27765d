import { isIp } from '@comet/foundation';
import { isPublic } from '../platform/admission/public-address.ts';
import type { RoutedAddress } from '../platform/firewall/route-rules.ts';

/** Bounds in seconds of an address's time in the map: beyond its TTL, for programs that use addresses for longer. */
const margin = 3_600;
const maxTtl = 86_400;
/** Maximum number of addresses of all sites. */
const maxAddresses = 8_192;

/** The addresses of routed sites, as the resolver program reported them. An address belongs to one site at a time. */
export function routedAddresses(now: () => number) {
  const known = new Map<string, { readonly site: string; readonly until: number }>();

  function removeExpired(): void {
    for (const [address, { until }] of known) if (until <= now()) known.delete(address);
  }

  return {
    /**
     * Adds the addresses of a site for `ttl` seconds and an hour. Returns those that are routed as the site is, by the site that has each:
     * not those of another site with another exit, and none that a site on the internet does not have.
     */
    add(
      site: string,
      addresses: readonly string[],
      ttl: number,
      hasSameExit: (one: string, other: string) => boolean,
    ): ReadonlyMap<string, readonly RoutedAddress[]> {
      removeExpired();
      const until = now() + (Math.min(ttl, maxTtl) + margin) * 1000;
      const added = new Map<string, RoutedAddress[]>();
      for (const address of addresses) {
        if (!isIp(address) || !isPublic(address)) continue;
        const owner = known.get(address)?.site ?? site;
        if (owner !== site && !hasSameExit(owner, site)) continue;
        if (!known.has(address) && known.size >= maxAddresses) continue;
        const latest = Math.max(until, known.get(address)?.until ?? 0);
        known.set(address, { site: owner, until: latest });
        added.set(owner, [...(added.get(owner) ?? []), { address, until: latest }]);
      }
      return added;
    },
    of(site: string): readonly RoutedAddress[] {
      removeExpired();
      return [...known].flatMap(([address, one]) =>
        one.site === site ? [{ address, until: one.until }] : [],
      );
    },
    /** Forgets the addresses of all other sites. */
    keepOnly(sites: readonly string[]): void {
      for (const [address, { site }] of known) if (!sites.includes(site)) known.delete(address);
    },
  };
}
