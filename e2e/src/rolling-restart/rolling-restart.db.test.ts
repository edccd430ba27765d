import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import { createDatabase, freePort, type TestDatabase } from '@comet/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FeedFollower, startFollower } from './feed-follower.ts';
import { healthCheckMs, type LoadBalancer, startLoadBalancer } from './load-balancer.ts';
import { type Replica, type ReplicaOptions, runCommand, startReplica } from './replica.ts';
import { startSlowRequest } from './slow-request.ts';

/** Long enough for several health checks on a busy machine. */
const drainSeconds = 6;
/** The time within which a gateway must apply a revocation, in ms. */
const revocationLimit = 5_000;

let database: TestDatabase;
let folder: string;
let client: pg.Client;
let options: ReplicaOptions;
let balancer: LoadBalancer;
let replicas: Replica[];
const followers: FeedFollower[] = [];
/** Responses of `/readyz` other than 200. */
const unready = new Set<string>();
const undo: (() => unknown)[] = [];

const isReady = (port: number) =>
  vi.waitFor(() => expect(balancer.isHealthy(port)).toBe(true), { timeout: 120_000, interval: 50 });

async function connect(): Promise<pg.Client> {
  const connected = new pg.Client({ connectionString: database.url });
  await connected.connect();
  return connected;
}

function start(port: number): Replica {
  const replica = startReplica(options, port);
  undo.push(async () => {
    replica.signal('SIGKILL');
    await replica.ended;
  });
  return replica;
}

beforeAll(async () => {
  database = await createDatabase();
  undo.push(() => database.drop());
  folder = await mkdtemp(join(tmpdir(), 'comet-replicas-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  options = { databaseUrl: database.url, keysFolder: join(folder, 'keys'), drainSeconds };
  await runCommand(options, 'migrate');
  await runCommand(options, 'keys', 'init');
  await runCommand(options, 'locations', 'add', 'nl-ams', 'Amsterdam', '52.37N', '4.90E');
  client = await connect();
  undo.push(() => client.end());
  const ports = [await freePort(), await freePort()];
  balancer = await startLoadBalancer(ports, { onUnready: (_port, body) => unready.add(body) });
  undo.push(() => balancer.close());
  replicas = ports.map(start);
  await Promise.all(ports.map(isReady));
  undo.push(() => Promise.all(followers.map((follower) => follower.stop())));
  for (const host of [1, 2, 3, 4])
    followers.push(await startFollower(client, balancer.url, `203.0.113.${host}`));
}, 240_000);

afterAll(async () => {
  for (const step of undo.toReversed()) await step();
}, 60_000);

/** Repeats a request until `stop`, through the load balancer and without retries. */
class Load {
  readonly failures: string[] = [];
  requests = 0;
  #isStopped = false;
  readonly #loops: Promise<void>[] = [];

  repeat(name: string, pauseMs: number, once: () => Promise<void>): void {
    const loop = async () => {
      while (!this.#isStopped) {
        await once().catch((error: unknown) => void this.failures.push(`${name}: ${String(error)}`));
        this.requests += 1;
        await sleep(pauseMs);
      }
    };
    this.#loops.push(loop());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#loops);
  }
}

let sources = 0;

async function expectResponse(
  path: string,
  [status, part]: readonly [status: number, part: string],
  init: RequestInit = {},
): Promise<void> {
  // From many addresses, so that no rate limit applies.
  sources += 1;
  const response = await fetch(`${balancer.url}${path}`, {
    ...init,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.1.${(sources >> 8) & 255}.${sources & 255}`,
    },
  });
  const body = await response.text();
  if (response.status !== status || !body.includes(part))
    throw new Error(`${response.status} ${body.slice(0, 200)}`);
}

function startLoad(): Load {
  const load = new Load();
  load.repeat('plans', 20, () => expectResponse(api.listPlans.path, [200, 'plans']));
  load.repeat('sign-in', 100, () =>
    expectResponse(api.logIn.path, [422, 'wrong_credentials'], {
      method: 'POST',
      body: JSON.stringify({ email: `nobody-${load.requests}@example.com`, password: 'not the password' }),
    }),
  );
  for (const follower of followers) load.repeat('health', 1_000, () => follower.report());
  return load;
}

/** Revokes subjects on every gateway until `stop`; returns when each was committed. */
async function startRevoking() {
  const revoker = await connect();
  const committedAt = new Map<string, number>();
  let isStopped = false;
  const loop = async () => {
    while (!isStopped) {
      const sub = String(committedAt.size).padStart(22, '0');
      await revoker.query('begin');
      await revoker.query('select pg_advisory_xact_lock($1)', [0x636f6d65]);
      await revoker.query(
        `insert into gateway_changes (gateway_id, sub, not_before)
         select id, $1, extract(epoch from now())::bigint from gateways`,
        [sub],
      );
      await revoker.query(`select pg_notify('gateway_changes', '')`);
      await revoker.query('commit');
      committedAt.set(sub, performance.now());
      await sleep(200);
    }
  };
  const done = loop();
  return {
    committedAt,
    async stop() {
      isStopped = true;
      await done;
      await revoker.end();
    },
  };
}

/** The `migrate` of a release with one more migration, which this release still runs on. */
async function migrateToNextRelease(): Promise<void> {
  await client.query('alter table users add column of_the_next_release text');
  await client.query(
    `with last as (select max(name) as name from kysely_migration)
     insert into schema_compatibility (runs_from) select name from last
     on conflict (only_row) do update set runs_from = excluded.runs_from`,
  );
  await client.query(
    `insert into kysely_migration (name, timestamp) values ('9001-next-release', now()::text)`,
  );
}

/** Replaces the process on a port, and checks each step. */
async function replace(old: Replica): Promise<Replica> {
  const slow = await startSlowRequest(old.url);
  old.signal('SIGTERM');
  await vi.waitFor(
    async () => {
      const response = await fetch(`${old.url}/readyz`);
      expect([response.status, await response.json()]).toEqual([503, { status: 'draining' }]);
    },
    { timeout: 1_000 * drainSeconds, interval: 20 },
  );
  const served = await fetch(`${old.url}${api.listPlans.path}`);
  await served.body?.cancel();
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
  // The request outlasts the draining: the process neither accepts connections nor exits.
  await vi.waitFor(() => expect(fetch(`${old.url}/healthz`)).rejects.toThrow('fetch failed'), {
    timeout: 1_000 * (drainSeconds + 10),
    interval: 50,
  });
  const finishedAt = performance.now();
  expect(await slow.finish()).toMatchObject({
    status: 422,
    body: expect.stringContaining('wrong_credentials') as string,
    connection: 'close',
  });
  expect(await old.ended).toBe(0);
  expect(performance.now() - finishedAt).toBeLessThan(10_000);
  slow.close();
  const next = start(old.port);
  await isReady(next.port);
  return next;
}

test('replicas are replaced one by one: no request fails, and gateways miss no revocation', async () => {
  expect(drainSeconds * 1_000).toBeGreaterThan(2 * healthCheckMs);
  const load = startLoad();
  const revoking = await startRevoking();
  try {
    await sleep(1_000);
    // Also rolls the code back: the new processes are of this release, on the schema of the next one.
    await migrateToNextRelease();
    await runCommand(options, 'migrate');
    for (const replica of replicas) await replace(replica);
    await sleep(1_000);
  } finally {
    await revoking.stop();
    await load.stop();
  }

  expect(unready).toEqual(new Set([JSON.stringify({ status: 'draining' })]));
  expect(load.failures).toEqual([]);
  expect(load.requests).toBeGreaterThan(200);
  expect(revoking.committedAt.size).toBeGreaterThan(20);
  for (const follower of followers) {
    await vi.waitFor(() => expect(follower.revokedAt.size).toBe(revoking.committedAt.size), {
      timeout: revocationLimit,
    });
    const delays = [...revoking.committedAt].map(
      ([sub, at]) => (follower.revokedAt.get(sub) ?? Infinity) - at,
    );
    expect(Math.max(...delays)).toBeLessThan(revocationLimit);
    // A follower of either replica has moved at least once, and each stream was ended, not cut.
    expect(new Set(follower.lost)).toEqual(new Set(['the stream ended']));
    expect(follower.state.fault).toBeNull();
  }
}, 240_000);
