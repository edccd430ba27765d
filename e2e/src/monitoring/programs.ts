import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const repository = join(import.meta.dirname, '../../..');
const api = join(repository, 'apps/api/src/main.ts');
const monitoring = join(repository, 'deploy/monitoring');
export const dashboards = join(monitoring, 'dashboards');

/** The API on an empty database, as `comet-api serve` runs it. */
export async function startService(options: {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly port: number;
  readonly metricsPort: number;
}): Promise<ChildProcess> {
  const environment = {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    DATABASE_URL: options.databaseUrl,
    KEYS_DIR: join(options.folder, 'keys'),
    PORT: String(options.port),
    METRICS_PORT: String(options.metricsPort),
    LOG_LEVEL: 'warn',
  };
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [api, ...words], { env: environment });
  await run('migrate');
  await run('keys', 'init');
  await run('locations', 'add', 'nl-ams', 'Amsterdam', '52.37N', '4.90E');
  return spawn(process.execPath, [api, 'serve'], {
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** A gateway that has enrolled and reported; returns its credential. */
export async function addGateway(databaseUrl: string): Promise<string> {
  const credential = 'a-credential-that-only-this-test-knows';
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into gateways (location_code, credential_hash, wireguard_public_key, wireguard_port, door_port, ipv4,
         peers, load_percent, last_heard_at, created_at)
       values ('nl-ams', $1, 'key', 51820, 443, '203.0.113.101', 3, 10, now(), now())`,
      [createHash('sha256').update(credential).digest()],
    );
  } finally {
    await client.end();
  }
  return credential;
}

/** Debian's Prometheus with our rules and scrape configuration, every second and with these ports instead of the usual ones. */
export async function startPrometheus(options: {
  readonly folder: string;
  readonly port: number;
  readonly ports: { readonly api: number; readonly gateway: number; readonly exit: number };
}): Promise<ChildProcess> {
  const { folder, port, ports } = options;
  const shipped = await readFile(join(monitoring, 'prometheus.yml'), 'utf8');
  const config = shipped
    .replaceAll(/(scrape|evaluation)_interval: 15s/g, '$1_interval: 1s')
    .replaceAll('rules/', `${monitoring}/rules/`)
    .replace(':9464', `:${ports.api}`)
    .replace(':9465', `:${ports.gateway}`)
    .replace(':9466', `:${ports.exit}`);
  const file = join(folder, 'prometheus.yml');
  await writeFile(file, config);
  const args = [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`];
  return spawn('prometheus', [...args, `--web.listen-address=127.0.0.1:${port}`, '--log.level=error'], {
    stdio: 'ignore',
  });
}
