import type { Zone } from './dns-zone.ts';

/** What one host of the lab serves. */
export interface ServersConfiguration {
  /** `log` is a file of one JSON DnsQuery a line. */
  dns: { addresses: string[]; zone: Zone; log: string };
  /** Addresses whose port 80 answers with the caller's address. */
  echo: string[];
  /** Addresses whose port 80 is relayed to a unix socket: what is no part of the lab. */
  relays: { addresses: string[]; socket: string }[];
  /** A unix socket by which processes outside reach the lab's internet; null for none. */
  wayIn: string | null;
}
