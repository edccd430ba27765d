import { fillWithAccounts } from '@comet/testing/data-set';
import pg from 'pg';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { startApi } from '../fixture/api-fixture.ts';
import { measureEndpoints } from './measure-endpoints.ts';
import { measurePages } from './measure-pages.ts';
import { measureTasks } from './measure-tasks.ts';
import { openMeter } from '@comet/testing/meter';

/**
 * Program of the scale bench: `node measure-database.ts URL ACCOUNTS TURNS`. Fills an empty database with a data set, starts the API on it in
 * this process, with fake payment providers and a clock that stands still, and prints the figures of each operation as a line of JSON.
 */
const [url = '', accounts = '', turns = ''] = process.argv.slice(2);

await withClient(url, async (client) => {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  const name = rows[0]?.name ?? '';
  // All of a statement's CPU time is then its session's.
  await client.query(`alter database ${name} set max_parallel_workers_per_gather = 0`);
});
const under = await startApi({ CONSOLE_URL: 'https://ops.example' }, { emptyDatabase: url, connections: 4 });
try {
  const sealed = createSealer(under.dependencies.keys.seal).seal('a password of the data set');
  await fillWithAccounts(url, { accounts: Number(accounts), now: under.clock.now(), sealed });
  const meter = await openMeter(url);
  try {
    for (const figures of [
      measureEndpoints(under, meter, Number(turns)),
      measurePages(under, meter, Number(turns)),
      measureTasks(under, meter),
    ])
      for await (const operation of figures) process.stdout.write(`${JSON.stringify(operation)}\n`);
  } finally {
    await meter.close();
  }
} finally {
  await under.stop();
}

async function withClient(to: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: to });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
