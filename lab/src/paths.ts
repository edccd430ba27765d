import { join } from 'node:path';
import type { LabDescription } from './lab.ts';

/** Returns the path of a namespace's handle (`ip netns`). */
export function namespaceFile(namespace: string): string {
  return `/run/netns/${namespace}`;
}

/** Returns the folder whose files `ip netns exec` mounts over those of /etc. */
export function resolverFolder(namespace: string): string {
  return `/etc/netns/${namespace}`;
}

/** Returns the path of a host's resolver log: one JSON DnsQuery per line. */
export function queryLog(lab: Pick<LabDescription, 'id' | 'stateDir'>, host: 'inet' | 'router'): string {
  return join(lab.stateDir, `lab-${lab.id}-${host}-dns.ndjson`);
}
