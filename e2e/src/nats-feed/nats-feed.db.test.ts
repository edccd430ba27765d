import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newProofKey } from '@comet/admission';
import { connectNatsUsage } from '@comet/gateway';
import { createDatabase, freePort } from '@comet/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type LoadBalancer, startLoadBalancer } from '../rolling-restart/load-balancer.ts';
import { type Replica, type ReplicaOptions, runCommand, startReplica } from '../rolling-restart/replica.ts';
import { ChangeLoad } from './change-load.ts';
import { type NatsFollower, startNatsFollower } from './nats-follower.ts';
import { tryForbidden } from './permissions.ts';
import { trustAuthority } from './trust-authority.ts';
import { UsageLoad } from './usage-load.ts';
import { type NatsServer, type NatsServers, startNatsServers } from './nats-servers.ts';

let client: pg.Client;
let pool: pg.Pool;
let options: ReplicaOptions;
let nats: NatsServers;
let balancer: LoadBalancer;
let replicas: Map<number, Replica>;
let followers: NatsFollower[];
let load: ChangeLoad;
let usage: readonly UsageLoad[];
const undo: (() => unknown)[] = [];

const within = { timeout: 60_000, interval: 50 };
const isReady = (port: number) => vi.waitFor(() => expect(balancer.isHealthy(port)).toBe(true), within);

function start(port: number): Replica {
  const replica = startReplica(options, port);
  undo.push(async () => {
    replica.signal('SIGKILL');
    await replica.ended;
  });
  return replica;
}

beforeAll(async () => {
  const database = await createDatabase();
  undo.push(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), 'comet-nats-feed-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const service = { databaseUrl: database.url, keysFolder: join(folder, 'keys'), drainSeconds: 0 };
  const preparing = runCommand(service, 'migrate').then(() =>
    Promise.all([
      runCommand(service, 'keys', 'init'),
      runCommand(service, 'locations', 'add', 'nl-ams', 'Amsterdam', '52.37N', '4.90E'),
    ]),
  );
  const starting = startNatsServers(join(folder, 'nats'), 3).then((started) => {
    undo.push(() => started.stop());
    return started;
  });
  [nats] = await Promise.all([starting, preparing]);
  undo.push(await trustAuthority(nats.authorityFile));
  const urls = nats.cluster.map(({ url }) => url);
  options = {
    ...service,
    environment: {
      NATS_URL: urls.join(','),
      NATS_ACCOUNT_SEED_FILE: nats.seedFile,
      NODE_EXTRA_CA_CERTS: nats.authorityFile,
    },
  };
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  undo.push(() => client.end());
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  undo.push(() => pool.end());
  const ports = [await freePort(), await freePort()];
  balancer = await startLoadBalancer(ports, { onUnready: () => undefined });
  undo.push(() => balancer.close());
  replicas = new Map(ports.map((port) => [port, start(port)]));
  await Promise.all(ports.map(isReady));
  followers = await Promise.all(
    [1, 2, 3].map((host) =>
      startNatsFollower(client, balancer.url, {
        ipv4: `203.0.113.${host}`,
        // One of them has no leaf node nearby.
        servers: host === 3 ? urls : [nats.leaf.url, ...urls],
      }),
    ),
  );
  undo.push(() => Promise.all(followers.map((follower) => follower.stop())));
  load = new ChangeLoad(
    database.url,
    followers.map(({ gatewayId }) => gatewayId),
  );
  undo.push(() => load.stop());
  usage = await Promise.all(followers.map((follower) => UsageLoad.start(pool, follower)));
  undo.push(() => Promise.all(usage.map((one) => one.stop())));
}, 240_000);

afterAll(async () => {
  for (const step of undo.toReversed()) await step();
}, 60_000);

const troubleOf = ({ refused, lost }: NatsFollower): string =>
  JSON.stringify([refused.slice(-5), lost.slice(-5)]);

/** Adds a change for every gateway, and waits until it is the last one that each has applied. */
async function expectCaughtUp(): Promise<void> {
  await load.add(followers.map(({ gatewayId }) => gatewayId));
  const last = followers.map(({ gatewayId }) => load.cursorsOf(gatewayId).at(-1) ?? 0);
  for (const [index, follower] of followers.entries())
    await vi.waitFor(
      () => expect(follower.applied.at(-1), troubleOf(follower)).toBeGreaterThanOrEqual(last[index] ?? 0),
      within,
    );
}

/** Waits until every follower has received `count` further lines over NATS. */
async function expectOnNats(count = 1): Promise<void> {
  const before = followers.map(({ lines }) => lines.nats);
  for (const [index, follower] of followers.entries())
    await vi.waitFor(
      () =>
        expect(follower.lines.nats, troubleOf(follower)).toBeGreaterThanOrEqual((before[index] ?? 0) + count),
      within,
    );
}

test('gateways follow their feed over NATS, also from a leaf node', async () => {
  // The keys and a heartbeat.
  await expectOnNats(2);
  const onHttp = followers.map(({ lines }) => lines.http);
  await expectCaughtUp();
  expect(followers.map(({ lines }) => lines.http)).toEqual(onHttp);
}, 120_000);

test('gateways report usage over NATS, also through a leaf node', async () => {
  for (const one of usage)
    await vi.waitFor(() => expect(one.outcomes.at(-1), one.outcomes.slice(-5).join()).toBeNull(), within);
}, 120_000);

test('a gateway’s credential permits nothing of another gateway and no change of the stream', async () => {
  const [first, second] = followers;
  if (first === undefined || second === undefined) throw new Error('Two gateways are needed');
  const ids = { own: first.gatewayId, other: second.gatewayId };
  for (const server of [nats.cluster[0]?.url ?? '', nats.leaf.url])
    for (const [name, outcome] of await tryForbidden(server, first.controlPlane, ids))
      expect([name, outcome]).toEqual([name, expect.stringContaining('Permissions Violation')]);
});

test('a usage report with another signature is refused, and not delivered again', async () => {
  const [gateway] = followers;
  if (gateway === undefined) throw new Error('A gateway is needed');
  const reporter = { gatewayId: gateway.gatewayId, credentialKey: newProofKey().privateKey };
  const forged = connectNatsUsage(gateway.servers, () => reporter, gateway.controlPlane);
  undo.push(() => forged.close());
  const lease = { slice: randomUUID(), usedBytes: 1, done: false };
  expect(await forged.send([lease])).toEqual({ kind: 'failed', reason: 'refused: bad_signature' });
});

test('loses, repeats and reorders no change and no usage while a replica, a server and a leaf node are killed in turn', async () => {
  const snapshots = followers.map(({ since }) => since());
  load.start();
  const killReplica = async (port: number) => {
    const replica = replicas.get(port);
    replica?.signal('SIGKILL');
    await replica?.ended;
    await expectCaughtUp();
    replicas.set(port, start(port));
  };
  const killServer = async (server: NatsServer) => {
    await server.kill();
    await expectCaughtUp();
    await server.start();
  };
  const [first = 0, second = 0] = replicas.keys();
  await killReplica(first);
  for (const server of nats.cluster) await killServer(server);
  await isReady(first);
  await killReplica(second);
  await killServer(nats.leaf);
  await load.stop();
  await expectCaughtUp();
  await expectOnNats();
  for (const { gatewayId, applied, since, state } of followers) {
    expect(applied).toEqual(load.cursorsOf(gatewayId).filter((cursor) => cursor > since()));
    expect(state.fault).toBeNull();
  }
  expect(followers.map(({ since }) => since())).toEqual(snapshots);
  for (const one of usage) {
    await one.pause();
    await vi.waitFor(async () => expect(await one.countedBytes()).toBe(one.usedBytes), within);
    expect(one.usedBytes).toBeGreaterThan(0);
  }
}, 240_000);

test('counts the usage that a leaf node has stored, after the service was away and its gateway is lost', async () => {
  const [gateway] = followers;
  if (gateway === undefined) throw new Error('A gateway is needed');
  const one = await UsageLoad.start(pool, gateway);
  undo.push(() => one.stop());
  await vi.waitFor(() => expect(one.outcomes.at(-1), one.outcomes.slice(-5).join()).toBeNull(), within);
  for (const replica of replicas.values()) {
    replica.signal('SIGKILL');
    await replica.ended;
  }
  await Promise.all(nats.cluster.map((server) => server.kill()));
  const before = one.usedBytes;
  await vi.waitFor(() => expect(one.usedBytes).toBeGreaterThan(before), within);
  await one.pause();
  await vi.waitFor(() => expect(one.isStored, one.outcomes.slice(-5).join()).toBe(true), within);
  await one.stop();
  expect(await one.countedBytes()).toBeLessThan(one.usedBytes);
  await Promise.all(nats.cluster.map((server) => server.start()));
  for (const port of replicas.keys()) replicas.set(port, start(port));
  // nats-server continues the copy of the leaf node's stream after its own pause.
  await vi.waitFor(async () => expect(await one.countedBytes()).toBe(one.usedBytes), {
    timeout: 160_000,
    interval: 200,
  });
}, 300_000);
