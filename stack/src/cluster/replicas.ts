import type { Addresses } from '../addresses.ts';
import { portBlock } from '../addresses.ts';
import { apiEnvironment, sandboxEnvironment } from '../control-plane/api-environment.ts';
import { nodeEnvironment } from '../repository.ts';
import { node } from '../service/start-pages.ts';
import { runOnce } from '../service/log.ts';
import type { StateFolder } from '../state/folder.ts';
import type { Secrets } from '../state/secrets.ts';
import { ADDRESSES, onHost } from './hosts.ts';
import type { Programs } from './programs.ts';

export interface ReplicaOptions {
  readonly id: string;
  /** First port of the cluster's block on this machine and on the host `app`. */
  readonly port: number;
  readonly addresses: Addresses;
  readonly secrets: Secrets;
  readonly folder: StateFolder;
  readonly programs: Programs;
}

export const REPLICAS = ['api-1', 'api-2'] as const;

/** The ports of a second replica on the same host follow those of the first one's block. */
const NEXT_BLOCK = 10;

/** `ADDRESS:PORT` of each replica. */
export function replicaAddresses(port: number): readonly [string, string] {
  return [`${ADDRESSES.app}:${port}`, `${ADDRESSES.app}:${port + NEXT_BLOCK}`];
}

/**
 * Returns the environment of a replica. The second one has the first one's with the ports that docs/operations.md names for two replicas on
 * one host.
 */
export function replicaEnvironment(
  options: Omit<ReplicaOptions, 'programs' | 'id'>,
  index: 0 | 1,
): Record<string, string> {
  const { port, addresses, secrets, folder } = options;
  const first = {
    ...apiEnvironment(port, addresses, secrets, folder, null),
    HOST: ADDRESSES.app,
    TRUSTED_PROXIES: ADDRESSES.lb,
  };
  if (index === 0) return first;
  const ports = portBlock(port + NEXT_BLOCK);
  return {
    ...first,
    PORT: String(ports.api),
    METRICS_PORT: String(ports.metrics),
    MAIL_INTAKE_PORT: String(ports.answers),
    CONSOLE_PORT: String(ports.operatorConsole),
  };
}

/** Starts the sandbox, which the replicas use as their providers and mail server. */
export function startSandbox({ port, addresses, secrets, folder, programs }: ReplicaOptions): void {
  programs.start('sandbox', {
    host: 'app',
    argv: node('sandbox/src/main.ts'),
    env: sandboxEnvironment(port, addresses, secrets, folder),
  });
}

/** Prepares the database, and starts both replicas with the same keys. */
export async function startReplicas(options: ReplicaOptions): Promise<void> {
  const { id, folder, programs } = options;
  const command = (...args: string[]) =>
    runOnce(
      folder.logs,
      `api-${args[0] ?? ''}`,
      onHost(id, 'app', node('apps/api/src/main.ts', ...args)),
      replicaEnvironment(options, 0),
    );
  await command('migrate');
  await command('keys', 'init');
  await command('seed');
  for (const index of [0, 1] as const)
    programs.start(REPLICAS[index], {
      host: 'app',
      argv: node('apps/api/src/main.ts', 'serve'),
      env: { ...nodeEnvironment, ...replicaEnvironment(options, index) },
    });
}
