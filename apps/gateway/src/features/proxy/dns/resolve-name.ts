import { promises as dns } from 'node:dns';

/** Resolver and source addresses of a query; without source addresses for a remote exit, which may have both families. */
interface Resolution {
  readonly resolver: string;
  readonly ipv4: string | null;
  readonly ipv6: string | null;
}

/** Returns the addresses of a name, IPv4 first; empty when it has none or no resolver responds. */
export type ResolveName = (name: string, from: Resolution) => Promise<readonly string[]>;

/** Milliseconds for the first try; a second one may take as long again. */
const queryTimeout = 2_000;

/**
 * Queries through the exit itself, so that the response fits its location and no other party sees the query. The connection uses the
 * addresses of this response: a name is never resolved twice.
 */
export function createResolver(): ResolveName {
  const resolvers = new Map<string, dns.Resolver>();

  function resolverFor({ resolver, ipv4, ipv6 }: Resolution): dns.Resolver {
    const key = `${resolver} ${ipv4 ?? ''} ${ipv6 ?? ''}`;
    let known = resolvers.get(key);
    if (known === undefined) {
      known = new dns.Resolver({ timeout: queryTimeout, tries: 2 });
      known.setServers([resolver]);
      if (ipv4 !== null) known.setLocalAddress(ipv4, ipv6 ?? undefined);
      // Exits change, so resolvers are created on demand.
      if (resolvers.size > 10_000) resolvers.clear();
      resolvers.set(key, known);
    }
    return known;
  }

  return async (name, from) => {
    const resolver = resolverFor(from);
    const [four, six] = await Promise.all([
      resolver.resolve4(name).catch((): string[] => []),
      from.ipv4 !== null && from.ipv6 === null ? [] : resolver.resolve6(name).catch((): string[] => []),
    ]);
    return [...four, ...six];
  };
}
