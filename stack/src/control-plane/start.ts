import { readdir } from 'node:fs/promises';
import { type Addresses, portBlock } from '../addresses.ts';
import { buildDashboard } from '../dashboard/build.ts';
import { POSTGRES_END_SIGNALS, postgresServerOn } from '../postgres/server.ts';
import { allOrNothing, type Cleanup } from '../service/cleanup.ts';
import { runOnce } from '../service/log.ts';
import { startPageServer, nodeCommand, spawnService, respondsOk } from '../service/start-service.ts';
import type { Supervisor } from '../service/supervisor.ts';
import type { StateFolder } from '../state/folder.ts';
import type { Secrets } from '../state/secrets.ts';
import { apiEnvironment, sandboxEnvironment } from './api-environment.ts';
import pg from 'pg';

interface ControlPlaneOptions {
  readonly port: number;
  readonly addresses: Addresses;
  readonly secrets: Secrets;
  readonly folder: StateFolder;
  /** Unix socket of the lab's CONNECT proxy; null without a lab. */
  readonly connectProxySocket: string | null;
  readonly supervisor: Supervisor;
  readonly cleanup: Cleanup;
  readonly print: (line: string) => void;
}

/** Location code, city and coordinates of an exit. */
export type ExitPlace = readonly [code: string, city: string, latitude: string, longitude: string];

/** Operations of a running control plane for the rest of the stack. */
export interface ControlPlane {
  /** Returns a token with which one gateway of the location enrols, once. */
  enrolToken(location: string): Promise<string>;
  /** Returns a token with which one machine becomes an exit at a place, once. */
  inviteExit(place: ExitPlace): Promise<string>;
  /** Returns the trust anchors of clients (keys and authorities) as JSON. */
  trust(): Promise<string>;
  /** Runs a command of `comet-ops` and returns its output. Throws if it fails. */
  operate(...args: readonly string[]): Promise<string>;
}

/** Starts database, sandbox, API and dashboard, concurrently where they do not depend on each other. */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { addresses, folder, connectProxySocket, port, secrets, supervisor, print } = options;
  const environment = apiEnvironment(port, addresses, secrets, folder, connectProxySocket);
  const api = (...args: readonly string[]): Promise<string> =>
    runOnce(folder.logs, `api-${args[0] ?? ''}`, nodeCommand('apps/api/src/main.ts', ...args), environment);

  const migrated = startDatabase(options)
    .then(() => api('migrate'))
    .then(async () => ((await hasKeys(folder)) ? '' : api('keys', 'init')));
  const sandbox = supervisor.start({
    name: 'sandbox',
    spawn: spawnService(
      nodeCommand('sandbox/src/main.ts'),
      sandboxEnvironment(port, addresses, secrets, folder),
    ),
    ready: () => respondsOk(addresses.mailbox),
  });
  await allOrNothing(options.cleanup, [
    migrated.then(() => print('database is up')),
    sandbox.then(() => print('sandbox is up')),
    startDashboard(options),
  ]);

  await api('seed');
  await supervisor.start({
    name: 'api',
    spawn: spawnService(nodeCommand('apps/api/src/main.ts', 'serve'), environment),
    ready: () => respondsOk(`${addresses.api}/readyz`),
  });
  print('API is up');
  return {
    enrolToken: async (location) => (await api('enrol-token', location)).trim(),
    inviteExit: async ([code, city, latitude, longitude]) => {
      const where = ['--city', city, '--latitude', latitude, '--longitude', longitude];
      return (await api('exits', 'invite', code, ...where)).trim();
    },
    trust: () => api('trust'),
    operate: api,
  };
}

/** Returns false for a new state folder, and if its first start was interrupted while keys were generated. */
async function hasKeys(folder: StateFolder): Promise<boolean> {
  const found = await readdir(folder.keys);
  return found.length > 0 && !found.includes('.new');
}

async function startDatabase({ folder, port, secrets, supervisor }: ControlPlaneOptions): Promise<void> {
  const cluster = postgresServerOn({
    data: folder.postgres,
    port: portBlock(port).database,
    password: secrets.databasePassword,
    durable: true,
  });
  await supervisor.start({ name: 'postgres', ...cluster, endSignals: POSTGRES_END_SIGNALS });
  await makeDatabase(cluster.url('postgres'), 'comet');
}

async function startDashboard({ addresses, port, supervisor, print }: ControlPlaneOptions): Promise<void> {
  await startPageServer(supervisor, {
    name: 'dashboard',
    program: 'stack/src/dashboard-server.ts',
    folder: await buildDashboard(print),
    port: portBlock(port).dashboard,
    address: addresses.dashboard,
    api: addresses.api,
    more: { PAYMENT_ORIGIN: addresses.sandbox, SITE_URL: addresses.site },
  });
  print('dashboard is up');
}

/** Creates the database of a connection string, unless it exists. */
async function makeDatabase(server: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
