import { randomBytes } from 'node:crypto';
import { freePort } from '../src/toolchain/ports.ts';
import { startPostgres } from '../src/postgres/server.ts';
import { testedVersion } from '../src/postgres/version.ts';

/**
 * A PostgreSQL for one test, which may kill it: `node test-postgres.ts FOLDER [PORT PASSWORD]`. Prints its address as one line of JSON and
 * runs until its standard input ends. Committed data survives a kill.
 */
const [folder = '', port, password = randomBytes(12).toString('hex')] = process.argv.slice(2);
const options = { data: `${folder}/data`, port: Number(port ?? (await freePort())), password };
const cluster = await startPostgres({
  ...options,
  log: `${folder}/log`,
  durable: true,
  version: testedVersion(),
});
cluster.process.once('exit', () => process.exit());
process.stdout.write(
  `${JSON.stringify({ url: cluster.url('postgres'), pid: cluster.process.pid, port: options.port, password })}\n`,
);
process.stdin.resume().once('end', () => void cluster.stop());
