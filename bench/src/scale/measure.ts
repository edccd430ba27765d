import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, startPostgres } from '@comet/stack';
import type { OperationFigures } from '@comet/testing/meter';
import pg from 'pg';
import { releasable } from '../end-on-signal.ts';

const program = join(import.meta.dirname, '../../../apps/api/test/scale/measure-database.ts');

/**
 * Shared buffers are PostgreSQL's default, small beside the large database. Autovacuum would run on one of the two only. A statement that
 * takes minutes fails its operation instead of stopping the measurement.
 */
const settings = {
  shared_buffers: '128MB',
  shared_preload_libraries: 'pg_stat_statements',
  autovacuum: 'off',
  max_wal_size: '4GB',
  statement_timeout: '120s',
} as const;

/**
 * Fills a database for each of `sizes` (accounts) on a temporary server and measures every operation on it, `turns` times each; one database
 * after the other, or all at once where CPU time does not matter.
 */
export async function measureSizes(
  sizes: readonly number[],
  { turns, isConcurrent }: { readonly turns: number; readonly isConcurrent: boolean },
  log: (line: string) => void,
): Promise<readonly (readonly OperationFigures[])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'comet-scale-'));
  const starting = startPostgres({
    data: join(folder, 'data'),
    log: join(folder, 'log'),
    port: await freePort(),
    password: 'of-a-temporary-server',
    durable: false,
    settings,
  });
  const stop = releasable(async () => {
    const started = await starting.catch(() => null);
    await started?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const measure = async (accounts: number): Promise<readonly OperationFigures[]> => {
    log(`measuring a database with ${accounts.toLocaleString('en')} accounts`);
    return measureDatabase((await starting).url, { accounts, turns });
  };
  try {
    if (isConcurrent) return await Promise.all(sizes.map(measure));
    const measured: (readonly OperationFigures[])[] = [];
    for (const accounts of sizes) measured.push(await measure(accounts));
    return measured;
  } finally {
    await stop();
  }
}

async function measureDatabase(
  urlOf: (database: string) => string,
  { accounts, turns }: { readonly accounts: number; readonly turns: number },
): Promise<readonly OperationFigures[]> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  const database = `scale_${accounts}`;
  await client.query(`create database ${database}`);
  await client.end();
  const args = [program, urlOf(database), String(accounts), String(turns)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = `${errors}${text}`.slice(-4_000);
  });
  const operations: OperationFigures[] = [];
  for await (const line of createInterface({ input: child.stdout }))
    operations.push(JSON.parse(line) as OperationFigures);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`The measurement with ${accounts} accounts ended with ${code}: ${errors}`);
  return operations;
}
