import type { Dns } from './dns.ts';
import { FullDisk } from '../system/full-disk.ts';

export interface FakeDns extends Dns {
  servers: readonly string[] | null;
  failing: boolean;
  /** Makes `use` fail with FullDisk, as if the original resolvers could not be saved. */
  full: boolean;
}

/** Returns the machine's DNS settings in memory, with the resolvers in use in `servers`. */
export function fakeDns(): FakeDns {
  const dns: FakeDns = {
    servers: null,
    failing: false,
    full: false,
    async use(servers) {
      await Promise.resolve();
      if (dns.failing) throw new Error('resolv.conf: read-only file system');
      if (dns.full) throw new FullDisk('resolv.conf.original: no space left on device');
      dns.servers = servers;
    },
    async restore() {
      await Promise.resolve();
      dns.servers = null;
    },
  };
  return dns;
}
