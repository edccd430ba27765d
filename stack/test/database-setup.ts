import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {} from '@comet/testing';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { freePort } from '../src/toolchain/ports.ts';
import { startPostgres } from '../src/postgres/server.ts';
import { testedVersion } from '../src/postgres/version.ts';

const ownServer = join(import.meta.dirname, 'test-postgres.ts');

/**
 * Starts a temporary PostgreSQL for one run of the database tests, of the version in POSTGRES_VERSION. DATABASE_URL_TEST selects another server; its role must be allowed to
 * create databases. @comet/testing reads the provided values.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = randomBytes(4).toString('hex');
  const given = process.env.DATABASE_URL_TEST;
  if (given !== undefined && given !== '') {
    project.provide('database', { server: given, run, ownServer });
    return () => dropDatabasesOf(run, given);
  }
  const folder = await mkdtemp(join(tmpdir(), 'comet-test-postgres-'));
  const cluster = await startPostgres({
    data: join(folder, 'data'),
    port: await freePort(),
    password: randomBytes(12).toString('hex'),
    log: join(folder, 'log'),
    durable: false,
    version: testedVersion(),
  });
  // Cleans up after an interrupted run, for which the teardown is not called.
  process.once('exit', () => {
    cluster.process.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  project.provide('database', { server: cluster.url('postgres'), run, ownServer });
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function dropDatabasesOf(run: string, server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where datname like $1',
    [`comet\\_test\\_${run}\\_%`],
  );
  for (const { datname } of rows) {
    await client.query(`drop database if exists ${client.escapeIdentifier(datname)} with (force)`);
  }
  await client.end();
}
