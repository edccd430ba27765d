import { join } from 'node:path';
import { type HostName, onHost } from './hosts.ts';
import { postgresPrograms } from './prerequisites.ts';
import { runCommand } from './run-command.ts';
import type { Cluster } from './start-cluster.ts';

/** Seconds after which psql(1) is killed: without the synchronous standby a commit is not acknowledged. */
const TIMEOUT_SECONDS = 5;

/**
 * Runs SQL as superuser on one node of a cluster, over its own socket: also on a node that is cut off. Returns the rows as psql(1) prints
 * them unaligned. Throws a UserError with the error, and after five seconds.
 */
export async function runOnNode(
  { id, folder }: Pick<Cluster, 'id' | 'folder'>,
  host: HostName,
  statement: string,
  database = 'postgres',
): Promise<string> {
  const psql = join((await postgresPrograms()) ?? '', 'psql');
  const argv = [
    ...[
      'timeout',
      '--signal=KILL',
      String(TIMEOUT_SECONDS),
      psql,
      '--no-psqlrc',
      '--no-align',
      '--tuples-only',
    ],
    ...['--host', join(folder.root, 'nodes', host), '--dbname', database, '--command', statement],
  ];
  return (await runCommand(onHost(id, host, argv, 'postgres'))).trim();
}
