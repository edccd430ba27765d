import { join } from 'node:path';
import type { LabDescription } from './lab.ts';

/** Where `ip netns` keeps the handle of a namespace. */
export function namespaceFile(namespace: string): string {
  return `/run/netns/${namespace}`;
}

/** The folder whose files `ip netns exec` lays over those of /etc. */
export function resolverFolder(namespace: string): string {
  return `/etc/netns/${namespace}`;
}

/** Path of the query log of that host's resolver: one JSON DnsQuery per line. */
export function queryLog(lab: Pick<LabDescription, 'id' | 'stateDir'>, host: 'inet' | 'router'): string {
  return join(lab.stateDir, `lab-${lab.id}-${host}-dns.ndjson`);
}
