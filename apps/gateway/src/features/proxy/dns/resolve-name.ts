import { promises as dns } from 'node:dns';

/** From where a name is asked for, and of whom: without an address of an exit's, for one that is elsewhere and may have both families. */
export interface Resolution {
  readonly resolver: string;
  readonly ipv4: string | null;
  readonly ipv6: string | null;
}

/** The addresses of a name, those of IPv4 first; none when it has none or nobody answers. */
export type ResolveName = (name: string, from: Resolution) => Promise<readonly string[]>;

/** Milliseconds for the first try; a second one may take as long again. */
const patience = 2_000;

/**
 * Asks through the exit itself, so that the answer is the one for its place and nobody else receives the question. What is connected to is
 * what was answered here: a name is never asked for twice.
 */
export function openResolution(): ResolveName {
  const resolvers = new Map<string, dns.Resolver>();

  function resolverFor({ resolver, ipv4, ipv6 }: Resolution): dns.Resolver {
    const key = `${resolver} ${ipv4 ?? ''} ${ipv6 ?? ''}`;
    let known = resolvers.get(key);
    if (known === undefined) {
      known = new dns.Resolver({ timeout: patience, tries: 2 });
      known.setServers([resolver]);
      if (ipv4 !== null) known.setLocalAddress(ipv4, ipv6 ?? undefined);
      // Exits come and go; what is not known is made anew.
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
