import type { Dns } from './dns.ts';

export interface FakeDns extends Dns {
  servers: readonly string[] | null;
  failing: boolean;
}

export function fakeDns(): FakeDns {
  const dns: FakeDns = {
    servers: null,
    failing: false,
    async use(servers) {
      await Promise.resolve();
      if (dns.failing) throw new Error('resolv.conf: read-only file system');
      dns.servers = servers;
    },
    async restore() {
      await Promise.resolve();
      dns.servers = null;
    },
  };
  return dns;
}
