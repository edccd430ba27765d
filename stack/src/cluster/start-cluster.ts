import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Addresses, addressesOf, portBlock } from '../addresses.ts';
import { UserError } from '../user-error.ts';
import { respondsOk, nodeCommand } from '../service/start-service.ts';
import { inRepository } from '../repository.ts';
import { openStateFolder, type StateFolder } from '../state/folder.ts';
import { openSecrets } from '../state/secrets.ts';
import { certificateAuthority, startDatabaseNodes } from './database-nodes.ts';
import { unmountDisks } from './data-disk.ts';
import { ADDRESSES } from './hosts.ts';
import { type LeaderDatabase, leaderDatabase, prepareLeader, streamsToBoth } from './leader-database.ts';
import { postgresPrograms } from './prerequisites.ts';
import { createNetwork, destroyNetwork } from './network.ts';
import { hasAllRoles, type Member, readMembers } from './patroni-state.ts';
import { createPrograms, type Programs } from './programs.ts';
import { startRelay } from './relay.ts';
import {
  API_PROGRAM,
  replicaAddresses,
  type ReplicaOptions,
  startReplicas,
  startSandbox,
} from './replicas.ts';

/** Maximum time in ms until all nodes run: initdb and two base backups on a busy machine. */
const READY_LIMIT_MS = 180_000;

interface ClusterOptions {
  /** The state folder, removed at the end; must be empty or missing. */
  readonly state: string;
  /** First port of a block on 127.0.0.1. */
  readonly port: number;
  readonly print: (line: string) => void;
  /** The API's `main.ts` of an earlier release, with its schema; by default that of this checkout. */
  readonly program?: string;
  /** Size in MiB of a separate disk, in memory, for the data of each node's PostgreSQL; by default none. */
  readonly dataDiskMebibytes?: number;
}

/** A running cluster. */
export interface Cluster {
  readonly id: string;
  readonly folder: StateFolder;
  /** Addresses on this machine; `database` is the leader's port of HAProxy. */
  readonly addresses: Addresses;
  readonly programs: Programs;
  readonly leader: LeaderDatabase;
  readonly replicas: ReplicaOptions;
  members(): Promise<readonly Member[]>;
  /** Returns whether the leader streams to a synchronous standby and to a replica. */
  isComplete(): Promise<boolean>;
  /** Ends every process, and removes the namespaces and the state folder. */
  stop(): Promise<void>;
}

/** Starts the cluster and resolves when every node and both replicas are ready. Removes everything after a failure, except its logs. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = await openEmptyFolder(options.state);
  const programs = createPrograms(folder.id, folder.logs);
  const relays: Server[] = [];
  const end = async () => {
    for (const relay of relays) relay.close();
    programs.close();
    await destroyNetwork(folder.id);
    await unmountDisks(folder.root);
  };
  try {
    return await start(options, folder, programs, relays, async () => {
      await end();
      await rm(folder.root, { recursive: true, force: true });
    });
  } catch (error) {
    await end();
    await rm(join(folder.root, 'nodes'), { recursive: true, force: true });
    throw error;
  }
}

async function start(
  { port, print, program = inRepository(API_PROGRAM), ...options }: ClusterOptions,
  folder: StateFolder,
  programs: Programs,
  relays: Server[],
  stop: () => Promise<void>,
): Promise<Cluster> {
  const { id } = folder;
  const programsFolder = await postgresPrograms();
  if (programsFolder === null) throw new UserError('PostgreSQL of a Debian package is missing.');
  const secrets = await openSecrets(folder);
  const ports = portBlock(port);
  const secret = () => randomBytes(16).toString('hex');
  const passwords = { superuser: secret(), replication: secret(), rewind: secret(), restApi: secret() };
  const ca = certificateAuthority(folder.root);
  const local = addressesOf(port, secrets.databasePassword);
  const database = new URL(`postgresql://${ADDRESSES.lb}:5432/comet`);
  database.username = 'comet';
  database.password = secrets.databasePassword;
  database.searchParams.set('sslmode', 'verify-full');
  database.searchParams.set('sslrootcert', ca);

  await createNetwork(id);
  const replicas = {
    id,
    port,
    addresses: { ...local, database: database.href },
    secrets,
    folder,
    programs,
    program,
  };
  await startDatabaseNodes({
    ...{ folder: folder.root, programs, postgresPrograms: programsFolder, passwords },
    replicas: replicaAddresses(port),
    dataDiskMebibytes: options.dataDiskMebibytes ?? null,
  });
  relays.push(...(await startRelays(folder.root, ports, programs)));
  startSandbox(replicas);
  print('etcd, Patroni, HAProxy and the sandbox are started');

  const leader = leaderDatabase(folder.root, ports.database, passwords.superuser);
  await until('PostgreSQL has no leader', () => leader.run('select 1').then(() => true), ['patroni-pg-1']);
  print('PostgreSQL has a leader');
  await prepareLeader(leader, secrets.databasePassword);
  await until('The sandbox does not respond', () => respondsOk(local.mailbox), ['sandbox']);
  await startReplicas(replicas);
  await until('The API is not ready', () => respondsOk(`${local.api}/readyz`), ['api-1', 'haproxy']);
  print('both API replicas are started');
  const members = () => readMembers(id, ca);
  const isComplete = async () => hasAllRoles(await members()) && (await streamsToBoth(leader));
  await until('Not every node runs', isComplete, ['patroni-pg-2', 'patroni-pg-3']);
  print('three nodes run, one of them as synchronous standby');
  const addresses = { ...local, database: databaseOnMachine(database, ports.database) };
  return { id, folder, addresses, programs, leader, replicas, members, isComplete, stop };

  async function until(
    what: string,
    isTrue: () => Promise<boolean>,
    involved: readonly string[],
  ): Promise<void> {
    const deadline = Date.now() + READY_LIMIT_MS;
    while (!(await isTrue().catch(() => false))) {
      if (Date.now() > deadline) {
        const tails = await Promise.all(involved.map((name) => programs.tail(name)));
        throw new UserError([`${what} after ${READY_LIMIT_MS / 1000} s.`, ...tails].join('\n'));
      }
      await sleep(200);
    }
  }
}

/** The same database through the relay on this machine. */
function databaseOnMachine(database: URL, port: number): string {
  const local = new URL(database);
  local.hostname = '127.0.0.1';
  local.port = String(port);
  return local.href;
}

/** Leads ports of this machine to HAProxy and the sandbox, and the API's public address inside the namespaces to HAProxy. */
async function startRelays(
  folder: string,
  ports: ReturnType<typeof portBlock>,
  programs: Programs,
): Promise<Server[]> {
  const program = (host: 'lb' | 'app', pairs: unknown) =>
    programs.start(`relay-${host}`, {
      host,
      argv: nodeCommand('stack/src/cluster/relay-program.ts', JSON.stringify(pairs)),
      env: {},
    });
  const socket = (name: string) => ({ path: join(folder, `${name}.sock`) });
  const api = { host: ADDRESSES.lb, port: 4800 };
  program('lb', [
    [socket('api'), api],
    [socket('postgres'), { host: ADDRESSES.lb, port: 5432 }],
  ]);
  program('app', [
    [socket('sandbox'), { host: '127.0.0.1', port: ports.sandbox }],
    [{ host: '127.0.0.1', port: ports.api }, api],
  ]);
  const onMachine = (port: number) => ({ host: '127.0.0.1', port });
  return Promise.all([
    startRelay(onMachine(ports.api), socket('api')),
    startRelay(onMachine(ports.database), socket('postgres')),
    startRelay(onMachine(ports.sandbox), socket('sandbox')),
  ]);
}

async function openEmptyFolder(root: string): Promise<StateFolder> {
  if (existsSync(root) && (await readdir(root)).length > 0)
    throw new UserError(
      `${root} is not empty: end the cluster that uses it with npm run cluster -- stop, or choose another folder with --state DIR.`,
    );
  return openStateFolder(root);
}
