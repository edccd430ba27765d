import { lookup } from 'node:dns/promises';

/** Milliseconds for which a result is cached. */
const goodFor = 60_000;

/** Returns the addresses of a host. One that no longer resolves keeps its previous addresses. */
export function createHostResolver(
  resolve: (host: string) => Promise<readonly string[]> = resolveHost,
  now: () => number = Date.now,
): (host: string) => Promise<readonly string[]> {
  const known = new Map<string, { addresses: readonly string[]; until: number }>();
  return async (host) => {
    const before = known.get(host);
    if (before !== undefined && before.until > now()) return before.addresses;
    const addresses = await resolve(host).catch(() => before?.addresses ?? []);
    known.set(host, { addresses, until: now() + goodFor });
    return addresses;
  };
}

async function resolveHost(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
