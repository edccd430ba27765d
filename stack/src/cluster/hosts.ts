import type { ClusterNode } from './settings.ts';

/** The hosts of a local cluster, each a network namespace: HAProxy, three database nodes, and one with both API replicas. */
export const HOSTS = ['lb', 'pg-1', 'pg-2', 'pg-3', 'app'] as const;

export type HostName = (typeof HOSTS)[number];

export const ADDRESSES: Readonly<Record<HostName, string>> = {
  lb: '10.20.0.1',
  'pg-1': '10.20.0.11',
  'pg-2': '10.20.0.12',
  'pg-3': '10.20.0.13',
  app: '10.20.0.21',
};

const node = (name: ClusterNode['name']): ClusterNode => ({ name, address: ADDRESSES[name] });

export const NODES = [node('pg-1'), node('pg-2'), node('pg-3')] as const;

/** The name of a host's namespace in the cluster `id`, 1 to 6 lower-case letters or digits. */
export function namespaceOf(id: string, host: HostName): string {
  return `comet-cl-${id}-${host}`;
}

/** Returns the command line that runs `argv` on a host, as the account `user`, by default root. */
export function onHost(id: string, host: HostName, argv: readonly string[], user?: string): string[] {
  const as =
    user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--'];
  return ['ip', 'netns', 'exec', namespaceOf(id, host), ...as, ...argv];
}
