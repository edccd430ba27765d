import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Addresses } from '../addresses.ts';
import { portBlock } from '../addresses.ts';
import { apiEnvironment, sandboxEnvironment } from '../control-plane/api-environment.ts';
import { nodeEnvironment } from '../repository.ts';
import { nodeCommand } from '../service/start-service.ts';
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
  /** The API's `main.ts`, of this checkout or of an earlier release. */
  readonly program: string;
}

/** The API's program in this checkout. */
export const API_PROGRAM = 'apps/api/src/main.ts';

export const REPLICAS = ['api-1', 'api-2'] as const;

/** HAProxy stops sending requests to a replica after three failed checks, one a second: at least twice that. */
const DRAIN_SECONDS = '8';

/** The ports of a second replica on the same host follow those of the first one's block. */
export const NEXT_BLOCK = 10;

/** `ADDRESS:PORT` of each replica. */
export function replicaAddresses(port: number): readonly [string, string] {
  return [`${ADDRESSES.app}:${port}`, `${ADDRESSES.app}:${port + NEXT_BLOCK}`];
}

/**
 * Returns the environment of a replica. The second one has the first one's with the ports that docs/operations.md names for two replicas on
 * one host, and its own folder of keys, as on another host.
 */
export function replicaEnvironment(
  options: Omit<ReplicaOptions, 'programs' | 'id' | 'program'>,
  index: 0 | 1,
): Record<string, string> {
  const { port, addresses, secrets, folder } = options;
  const first = {
    ...apiEnvironment(port, addresses, secrets, folder, null),
    HOST: ADDRESSES.app,
    TRUSTED_PROXIES: ADDRESSES.lb,
    DRAIN_SECONDS,
  };
  if (index === 0) return first;
  const ports = portBlock(port + NEXT_BLOCK);
  return {
    ...first,
    PORT: String(ports.api),
    METRICS_PORT: String(ports.metrics),
    MAIL_INTAKE_PORT: String(ports.replies),
    CONSOLE_PORT: String(ports.operatorConsole),
    KEYS_DIR: join(folder.root, 'keys-2'),
  };
}

/** Starts the sandbox, which the replicas use as their providers and mail server. */
export function startSandbox({ port, addresses, secrets, folder, programs }: ReplicaOptions): void {
  programs.start('sandbox', {
    host: 'app',
    argv: nodeCommand('sandbox/src/main.ts'),
    env: sandboxEnvironment(port, addresses, secrets, folder),
  });
}

/** Prepares the database, copies the first replica's keys to the second by an encrypted file, and starts both. */
export async function startReplicas(options: ReplicaOptions): Promise<void> {
  const { folder } = options;
  const command = (index: 0 | 1, ...args: string[]) => runApiCommand(options, index, ...args);
  const bundle = join(folder.root, 'keys.bundle');
  const passphrase = join(folder.root, 'keys.passphrase');
  await writeFile(passphrase, randomBytes(24).toString('base64url'), { mode: 0o600 });
  await command(0, 'migrate');
  await command(0, 'keys', 'init');
  await Promise.all([
    command(0, 'seed'),
    command(0, 'keys', 'export', bundle, '--passphrase', passphrase).then(() =>
      command(1, 'keys', 'import', bundle, '--passphrase', passphrase),
    ),
  ]);
  for (const index of [0, 1] as const) startReplica(options, index);
}

/** Runs a command of the API with a replica's environment. Throws a UserError if it fails. */
export async function runApiCommand(options: ReplicaOptions, index: 0 | 1, ...args: string[]): Promise<void> {
  const { id, folder, program } = options;
  await runOnce(
    folder.logs,
    `api-${args[0] ?? ''}`,
    onHost(id, 'app', [process.execPath, program, ...args]),
    replicaEnvironment(options, index),
  );
}

/** Starts a replica. */
export function startReplica(options: ReplicaOptions, index: 0 | 1): void {
  options.programs.start(REPLICAS[index], {
    host: 'app',
    argv: [process.execPath, options.program, 'serve'],
    env: { ...nodeEnvironment, ...replicaEnvironment(options, index) },
  });
}
