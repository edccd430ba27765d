import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { databaseAccount } from '../../src/platform/backups/run-program.ts';

const execute = promisify(execFile);

/** The version of Debian 12, which its pgBackRest supports. */
const programs = '/usr/lib/postgresql/15/bin';

/** A PostgreSQL cluster that pgBackRest archives, in a folder of its own. */
export interface ArchivedCluster {
  /** The connection string of a user and a database. */
  url(user: string, database: string): string;
  /** Environment with the configuration of pgBackRest. */
  readonly environment: Readonly<Record<string, string>>;
  /** The folder of the backups. */
  readonly repository: string;
  pgBackRest(...args: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a cluster with the settings of deploy/backup, but for its paths, and creates the stanza. */
export async function startArchivedCluster(port: number): Promise<ArchivedCluster> {
  const account = await databaseAccount();
  // Not below the folder of a session, which the account may not be able to enter.
  const folder = await mkdtemp('/var/tmp/comet-backup-test-');
  const [data, repository, configuration] = ['data', 'repository', 'pgbackrest.conf'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  for (const path of [folder, repository, join(folder, 'log'), join(folder, 'lock')]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (account !== null) await chown(path, account.uid, account.gid);
  }
  const environment = { PGBACKREST_CONFIG: configuration };
  const run = async (program: string, args: readonly string[]) => {
    const env = { ...process.env, ...environment };
    return (await execute(program, [...args], { cwd: '/', env, ...account })).stdout;
  };
  await writeFile(
    configuration,
    `[global]
repo1-path=${repository}
repo1-retention-full=2
repo1-bundle=y
compress-type=lz4
process-max=2
log-path=${folder}/log
lock-path=${folder}/lock
start-fast=y
[comet]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=postgres
`,
  );
  await run(join(programs, 'initdb'), [
    ...['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
    ...['--no-sync', '--wal-segsize=1'],
  ]);
  const archive = `archive_mode = on
archive_command = 'PGBACKREST_CONFIG=${configuration} pgbackrest --stanza=comet archive-push %p'
wal_level = replica
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
port = ${port}
fsync = off
`;
  await writeFile(join(folder, 'archive.conf'), archive, { mode: 0o644 });
  const control = (...args: readonly string[]) =>
    run(join(programs, 'pg_ctl'), ['-D', data, '-w', '-l', join(folder, 'log', 'postgres'), ...args]);
  await run('sh', ['-c', `echo "include '${folder}/archive.conf'" >> '${data}/postgresql.conf'`]);
  await control('start');
  const pgBackRest = (...args: readonly string[]) => run('pgbackrest', ['--stanza=comet', ...args]);
  await pgBackRest('stanza-create');
  return {
    url: (user, database) => `postgresql://${user}@127.0.0.1:${port}/${database}`,
    ...{ environment, repository, pgBackRest },
    async stop() {
      await control('stop', '-m', 'immediate').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
