import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Cluster,
  dataDisk,
  freePortBlock,
  type HostName,
  installClusterPackages,
  runOnNode,
  sendRequests,
  startCluster,
} from '@comet/stack';
import { releasable } from '../end-on-signal.ts';
import { makeSessions } from '../api/sessions.ts';
import { count, type Fault, type FaultFigure, seconds } from './fault.ts';
import { fillDisk } from './full-disk.ts';
import { ledgerFigures, fulfilmentMs } from './leader-killed.ts';
import { purchase, waitUntilFulfilled } from './purchase.ts';

const diskMebibytes = 1024;
/** How long the disk is full, and the time until the cluster is complete at the start and at the end, in ms. */
const fullMs = 60_000;
const completeMs = 180_000;
const restoredSeconds = 30;
const buyers = 20;
const replicas = ['api-1', 'api-2'] as const;

/** The error of the API and of HAProxy without a ready replica. */
const unavailable = /: 503 \{"error":\{"code":"service_unavailable","message":"[^"]+"\}\}$/;

/**
 * A cluster whose nodes have a disk of their own for PostgreSQL. The leader's is full for a minute, first with room in its segments of the
 * write-ahead log, then without: PostgreSQL ends itself, and the standby takes over.
 */
export const diskFull: Fault = {
  name: 'disk-full',
  title: 'disk full on the leader',
  needsCluster: true,
  reduced: null,
  async measure({ log }) {
    const missing = await installClusterPackages(log);
    if (missing !== null) throw new Error(missing);
    const state = await mkdtemp(join(tmpdir(), 'comet-faults-disk-'));
    // The account postgres enters it.
    await chmod(state, 0o755);
    const port = await freePortBlock();
    const cluster = await startCluster({ state, port, print: log, dataDiskMebibytes: diskMebibytes });
    const stop = releasable(async () => {
      await cluster.stop();
      await rm(state, { recursive: true, force: true });
    });
    try {
      await untilComplete(cluster);
      return [
        ...figuresOf('data', await fill(cluster, log, () => Promise.resolve())),
        ...figuresOf('write-ahead log', await fill(cluster, log, (host) => fillLog(cluster, host))),
        ...ledgerFigures(await waitUntilFulfilled(cluster.addresses, fulfilmentMs)),
      ];
    } finally {
      await stop();
    }
  },
};

interface FullDisk {
  /** Requests without their expected answer while the disk was full, and those of them with another error than `unavailable`. */
  readonly failed: number;
  readonly unclear: number;
  readonly requests: number;
  /** Failed probes: a write on the leader, then `/readyz`. */
  readonly rejected: number;
  /** Time in ms until the last failed probe: after the disk was full, and after there was room. Infinity if they still fail. */
  readonly restoredWhileFull: number;
  readonly restoredAfter: number;
  readonly completeAfter: number;
  readonly lostWrites: number;
  readonly failedBuyers: number;
  readonly restarts: number;
}

function figuresOf(what: string, found: FullDisk): readonly FaultFigure[] {
  const isRestored = found.restoredWhileFull !== Infinity;
  return [
    count(`${what}: requests`, found.requests),
    count('refused with 503 service_unavailable', found.failed - found.unclear),
    count('failed otherwise', found.unclear, 0),
    count('probes that failed', found.rejected),
    isRestored
      ? seconds('serving again by failover after', found.restoredWhileFull, restoredSeconds)
      : seconds('serving again with room after', found.restoredAfter, restoredSeconds),
    seconds('complete again with room after', found.completeAfter),
    count('acknowledged writes lost', found.lostWrites, 0),
    count('purchases that failed', found.failedBuyers, 0),
    count('restarts of the API', found.restarts, 0),
  ];
}

async function fill(
  cluster: Cluster,
  log: (line: string) => void,
  more: (host: HostName) => Promise<void>,
): Promise<FullDisk> {
  const { addresses, programs, leader: database } = cluster;
  const host = (await cluster.members()).find(({ role }) => role === 'leader')?.name as HostName;
  const sessions = await makeSessions(addresses.database, buyers);
  const pids = () => replicas.map((name) => programs.pidOf(name)).join(' ');
  const before = pids();
  const acknowledged: string[] = [];
  let rejected = 0;
  let lastFailure = performance.now();
  let isRunning = true;
  const probing = (async () => {
    while (isRunning) {
      try {
        acknowledged.push(await write(cluster));
        if (!(await fetch(`${addresses.api}/readyz`)).ok) throw new Error('not ready');
      } catch {
        rejected += 1;
        lastFailure = performance.now();
      }
      await sleep(200);
    }
  })();
  const load = sendRequests(addresses.api);
  const end = async () => {
    isRunning = false;
    await probing;
    return load.stop();
  };
  try {
    await sleep(2_000);
    const buying = Promise.allSettled(sessions.map((session) => purchase(addresses, session)));
    const disk = await fillDisk(join(dataDisk(cluster.folder.root, host), 'filling'));
    const fullAt = performance.now();
    log(`the disk of ${host} is full`);
    await more(host);
    await sleep(fullMs);
    const restoredWhileFull = rejected > 0 && settled(lastFailure) ? lastFailure - fullAt : Infinity;
    await disk.release();
    const roomAt = performance.now();
    log('there is room again');
    await untilComplete(cluster);
    const completeAfter = performance.now() - roomAt;
    // Long enough for the health checks of both replicas, and for probes that failed last.
    await sleep(settledMs + 5_000);
    const { sent, failures } = await end();
    const bought = await buying;
    for (const result of bought) if (result.status === 'rejected') log(String(result.reason));
    const unclear = failures.filter((failure) => !unavailable.test(failure));
    for (const failure of new Set(unclear)) log(failure);
    const found = new Set((await database.run('select id from write_probe')).map(({ id }) => String(id)));
    return {
      ...{ requests: sent, failed: failures.length, unclear: unclear.length },
      ...{ rejected, restoredWhileFull, completeAfter },
      restoredAfter: settled(lastFailure) ? Math.max(0, lastFailure - roomAt) : Infinity,
      lostWrites: acknowledged.filter((id) => !found.has(id)).length,
      failedBuyers: bought.filter(({ status }) => status === 'rejected').length,
      restarts: pids() === before ? 0 : 1,
    };
  } finally {
    await end();
  }
}

/** Writes count as restored when none has failed for this time in ms. */
const settledMs = 5_000;
const settled = (lastFailure: number): boolean => performance.now() - lastFailure > settledMs;

/** Writes a row with a value that needs new pages; returns its id once it is acknowledged. */
async function write({ leader }: Cluster): Promise<string> {
  const [row] = await leader.run('insert into write_probe values (gen_random_uuid()) returning id');
  return String(row?.['id']);
}

/** Writes to the log until PostgreSQL ends itself: the segments that it keeps for reuse have some room. */
async function fillLog(cluster: Cluster, host: HostName): Promise<void> {
  const message = `select count(pg_logical_emit_message(false, 'disk', repeat(md5(random()::text), 65536)))`;
  for (let tries = 0; tries < 200; tries += 1) {
    const isWritten = await runOnNode(cluster, host, message).then(
      () => true,
      () => false,
    );
    if (!isWritten) return;
  }
  throw new Error('The write-ahead log has room for 400 MB on a full disk');
}

async function untilComplete(cluster: Cluster): Promise<void> {
  const deadline = performance.now() + completeMs;
  while (!(await cluster.isComplete().catch(() => false))) {
    if (performance.now() > deadline)
      throw new Error(`The cluster is not complete after ${completeMs / 1000} s`);
    await sleep(250);
  }
}
