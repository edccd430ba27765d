import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { type Endpoint, isIp } from '@comet/foundation';

/**
 * Resolved addresses of the API or the dashboard. They are cached, also on disk, because no name is resolved while traffic is blocked:
 * then the cached addresses are used, and the certificate must still match the name.
 */
export interface ApiAddresses {
  /** Each cached address with the API's port, for the firewall. */
  readonly contacts: () => readonly Endpoint[];
  /** Lookup function for sockets that uses the cache instead of the resolver. */
  readonly lookup: LookupFunction;
  /** Queries the resolver if `mayQuery` permits it; keeps the cached addresses if it does not answer. */
  refresh(): Promise<void>;
}

interface KnownAddresses {
  /** Whether a DNS query may leave this machine: through the tunnel, or directly if no tunnel is wanted. */
  mayQuery(): boolean;
  get(): readonly string[];
  set(addresses: readonly string[]): void;
}

/** Creates the cache of the API's addresses, at most eight. For a URL with an IP address there is nothing to resolve. */
export function apiAddresses(url: URL, known: KnownAddresses, resolve = resolveAll): ApiAddresses {
  // The URL parser keeps the brackets of an IPv6 literal.
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const current = (): readonly string[] => (isIp(host) ? [host] : known.get());

  async function refresh(): Promise<void> {
    if (isIp(host) || !known.mayQuery()) return;
    const found = await resolve(host).catch(() => []);
    if (found.length > 0) known.set([...new Set(found)].slice(0, 8));
  }

  return {
    contacts: () => current().map((address) => ({ host: address, port })),
    lookup(_hostname, options, callback) {
      void (current().length > 0 ? Promise.resolve() : refresh()).then(() => {
        const addresses = current().map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        const [first] = addresses;
        if (first === undefined)
          callback(Object.assign(new Error("the API's address is not known"), { code: 'ENOTFOUND' }), '');
        else if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    },
    refresh,
  };
}

async function resolveAll(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address).filter(isIp);
}
