import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** PostgreSQL of Debian 12, which its pgBackRest supports. */
const archivedPostgres = '/usr/lib/postgresql/15/bin';

/** A PostgreSQL server that pgBackRest archives, in a folder of its own. */
export interface ArchivedDatabase {
  /** The connection string of the database `comet`, as its owner. */
  readonly url: string;
  /** Variables with which programs find the configuration of pgBackRest. */
  readonly environment: Readonly<Record<string, string>>;
  pgBackRest(...args: readonly string[]): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends the server and removes the folder. */
  remove(): Promise<void>;
}

/** Starts a server with the settings of deploy/backup, but for its paths, and creates stanza, owner and database. */
export async function startArchivedDatabase(port: number): Promise<ArchivedDatabase> {
  const account = postgresAccount();
  // Not below the temporary folder, which the account may not be able to enter.
  const folder = await mkdtemp('/var/tmp/comet-faults-restore-');
  const [data, repository, configuration] = ['data', 'repository', 'pgbackrest.conf'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  for (const path of [folder, repository, join(folder, 'log'), join(folder, 'lock')]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chown(path, account.uid, account.gid);
  }
  const environment = { PGBACKREST_CONFIG: configuration };
  const run = async (program: string, args: readonly string[]) =>
    void (await execute(program, [...args], {
      cwd: '/',
      env: { ...process.env, ...environment },
      ...account,
    }));
  const control = (...args: readonly string[]) =>
    run(join(archivedPostgres, 'pg_ctl'), ['-D', data, '-w', '-l', join(folder, 'log', 'postgres'), ...args]);
  const pgBackRest = (...args: readonly string[]) => run('pgbackrest', ['--stanza=comet', ...args]);
  const settings = await readFile(join(import.meta.dirname, '../../../deploy/backup/grants.sql'), 'utf8');
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
  await run(join(archivedPostgres, 'initdb'), [
    ...['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
  ]);
  await writeFile(
    join(folder, 'archive.conf'),
    `archive_mode = on
archive_command = 'PGBACKREST_CONFIG=${configuration} pgbackrest --stanza=comet archive-push %p'
archive_timeout = 5
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
port = ${port}
`,
    { mode: 0o644 },
  );
  await run('sh', ['-c', `echo "include '${folder}/archive.conf'" >> '${data}/postgresql.conf'`]);
  await control('start');
  const psql = (database: string, sql: string) =>
    run(join(archivedPostgres, 'psql'), [
      ...['--no-psqlrc', '--quiet', '-h', folder, '-p', String(port), '-U', 'postgres'],
      ...['-v', 'ON_ERROR_STOP=1', '-d', database, '-c', sql],
    ]);
  await psql('postgres', 'create role comet login');
  await psql('postgres', 'create database comet owner comet');
  await psql('comet', settings);
  await pgBackRest('stanza-create');
  return {
    url: `postgresql://comet@127.0.0.1:${port}/comet`,
    environment,
    pgBackRest,
    start: () => control('start'),
    stop: () => control('stop', '-m', 'fast'),
    async remove() {
      await control('stop', '-m', 'immediate').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function postgresAccount(): { readonly uid: number; readonly gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = lines.find((line) => line.startsWith('postgres:'))?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('There is no account postgres');
  return { uid: Number(uid), gid: Number(gid) };
}
