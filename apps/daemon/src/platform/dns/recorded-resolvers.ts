import type { Dns } from './dns.ts';

/** Returns the same DNS, and the resolvers that it has put in use; none while the machine has its own. */
export function recordedResolvers(dns: Dns): {
  readonly dns: Dns;
  readonly current: () => readonly string[];
} {
  let current: readonly string[] = [];
  return {
    current: () => current,
    dns: {
      async use(servers, link) {
        await dns.use(servers, link);
        current = servers;
      },
      async restore() {
        await dns.restore();
        current = [];
      },
    },
  };
}
