import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../user-error.ts';
import { respondsOk } from '../service/start-service.ts';
import { type Availability, measureAvailability } from './availability.ts';
import { etcdLeader, moveEtcdLeader } from './etcd-state.ts';
import type { HostName } from './hosts.ts';
import { countLostWrites, writeProbe } from './leader-database.ts';
import { killAll, processesOn, setLink } from './network.ts';
import { leaderOf, type Member } from './patroni-state.ts';
import { REPLICAS } from './replicas.ts';
import type { Cluster } from './start-cluster.ts';

/** What `fail` can break. */
export const FAILURES = ['leader', 'replica', 'etcd', 'api', 'partition'] as const;

export type Failure = (typeof FAILURES)[number];

/** Maximum time in ms for a write before the failure, until writes work again, and until every node runs again after the repair. */
const LIMITS = { before: 30_000, writes: 120_000, repair: 180_000 };

/** Time in ms for which both must have worked: since they failed, or since the break, which a health check may notice some seconds later. */
const SETTLED_MS = { failed: 2_000, neverFailed: 8_000 };

/** The effect of a failure. */
export interface FailureReport {
  /** The broken host or program. */
  readonly target: string;
  readonly leaderBefore: string;
  readonly leaderAfter: string;
  /** Writes to PostgreSQL through HAProxy. */
  readonly writes: Availability;
  /** Requests to the API through HAProxy. */
  readonly requests: Availability;
  /** Acknowledged writes from before the failure until after the repair that the leader does not have at the end. */
  readonly lostWrites: number;
}

/** A broken part. */
interface Broken {
  readonly target: string;
  /** Whether another leader must take over. */
  readonly isLeader: boolean;
  repair(): Promise<void>;
}

/**
 * Breaks a part for at least `seconds`, prints what follows, repairs it, and resolves when every node runs again. Throws a UserError if the
 * cluster was not complete before, or does not recover.
 */
export async function failCluster(
  cluster: Cluster,
  failure: Failure,
  seconds: number,
  print: (line: string) => void,
): Promise<FailureReport> {
  const before = await cluster.members();
  const leaderBefore = leaderOf(before);
  if (leaderBefore === null || !(await insist(() => cluster.isComplete())))
    throw new UserError(`The cluster is not complete: ${describeMembers(before)}.`);
  print(`before: ${describeMembers(before)}`);
  const acknowledged: string[] = [];
  const write = async () => void acknowledged.push(await writeProbe(cluster.leader));
  await insist(write);
  const broken = await breakPart(cluster, failure, before, leaderBefore);
  const started = performance.now();
  const after = () => `${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s`;
  const log = (line: string) => print(`${after()}  ${line}`);
  log(`${failure}: ${broken.target} is down`);
  const writes = measureAvailability(write);
  const requests = measureAvailability(async () => {
    if (!(await respondsOk(`${cluster.addresses.api}/readyz`))) throw new Error('not ready');
  });
  try {
    const leaderAfter = await untilWritable(
      cluster,
      broken,
      { leaderBefore, started, writes, requests },
      log,
    );
    await sleep(Math.max(0, started + seconds * 1000 - performance.now()));
    const report = {
      ...{ target: broken.target, leaderBefore, leaderAfter },
      ...{ writes: writes.now(), requests: requests.now() },
    };
    log(`writes: ${describeAvailability(report.writes)}; requests: ${describeAvailability(report.requests)}`);
    await repair(cluster, broken, log);
    await writes.stop();
    const lostWrites = await insist(() => countLostWrites(cluster.leader, acknowledged));
    log(`${acknowledged.length} acknowledged writes, ${lostWrites} of them lost`);
    return { ...report, lostWrites };
  } finally {
    await Promise.all([writes.stop(), requests.stop()]);
  }
}

/** Runs `attempt` until it succeeds: on a busy machine a connection to a healthy cluster may time out. Throws its error after thirty seconds. */
async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + LIMITS.before;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(250);
    }
  }
}

/** Waits until writes and requests have worked again for a while. Returns the leader's name. */
async function untilWritable(
  cluster: Cluster,
  broken: Broken,
  since: {
    readonly leaderBefore: string;
    readonly started: number;
    readonly writes: ReturnType<typeof measureAvailability>;
    readonly requests: ReturnType<typeof measureAvailability>;
  },
  log: (line: string) => void,
): Promise<string> {
  const { leaderBefore, started, writes, requests } = since;
  let shown: string | null = leaderBefore;
  for (;;) {
    const elapsed = performance.now() - started;
    if (elapsed > LIMITS.writes)
      throw new UserError(`Writes fail ${LIMITS.writes / 1000} s after the failure.`);
    const leader = leaderOf(
      (await cluster.members()).filter(({ name }) => !broken.isLeader || name !== leaderBefore),
    );
    if (leader !== null && leader !== shown) log(`${leader} is the leader`);
    shown = leader ?? shown;
    const works = [writes.now(), requests.now()].every(
      ({ failures, restoredAfterMs }) =>
        restoredAfterMs !== null &&
        elapsed - restoredAfterMs > (failures > 0 ? SETTLED_MS.failed : SETTLED_MS.neverFailed),
    );
    if (leader !== null && works) return leader;
    await sleep(250);
  }
}

async function repair(cluster: Cluster, broken: Broken, log: (line: string) => void): Promise<void> {
  await broken.repair();
  log(`${broken.target} is started again`);
  const deadline = performance.now() + LIMITS.repair;
  for (;;) {
    const isComplete = await cluster.isComplete().catch(() => false);
    const members = await cluster.members();
    if (isComplete) return log(`complete: ${describeMembers(members)}`);
    if (performance.now() > deadline)
      throw new UserError(`The cluster is not complete again: ${describeMembers(members)}.`);
    await sleep(500);
  }
}

async function breakPart(
  cluster: Cluster,
  failure: Failure,
  members: readonly Member[],
  leader: string,
): Promise<Broken> {
  const certificates = join(cluster.folder.root, 'certificates');
  switch (failure) {
    case 'leader':
      return { ...(await breakNode(cluster, leader as HostName)), isLeader: true };
    case 'replica': {
      const standby = members.find(({ role }) => role === 'sync_standby')?.name ?? '';
      return { ...(await breakNode(cluster, standby as HostName)), isLeader: false };
    }
    case 'etcd': {
      const node = await etcdLeader(cluster.id, certificates);
      if (node === null) throw new UserError('etcd has no leader.');
      return { ...breakProgram(cluster, `etcd-${node}`), isLeader: false };
    }
    case 'api':
      return { ...breakProgram(cluster, REPLICAS[0]), isLeader: false };
    case 'partition':
      await moveEtcdLeader(cluster.id, certificates, leader);
      await setLink(cluster.id, leader as HostName, 'down');
      return {
        target: `the network of ${leader}`,
        isLeader: true,
        repair: () => setLink(cluster.id, leader as HostName, 'up'),
      };
  }
}

/** Kills Patroni and PostgreSQL of a node. Its etcd goes on, as a second failure would be another case. */
async function breakNode(cluster: Cluster, host: HostName): Promise<Omit<Broken, 'isLeader'>> {
  const name = `patroni-${host}`;
  const { programs } = cluster;
  programs.hold(name);
  const etcd = programs.pidOf(`etcd-${host}`);
  const pids = await processesOn(cluster.id, host);
  killAll(
    pids.filter((pid) => pid !== etcd),
    'SIGKILL',
  );
  return { target: `${host} (Patroni and PostgreSQL, kill -9)`, repair: async () => programs.resume(name) };
}

function breakProgram({ programs }: Cluster, name: string): Omit<Broken, 'isLeader'> {
  programs.hold(name);
  killAll(
    [programs.pidOf(name) ?? 0].filter((pid) => pid > 0),
    'SIGKILL',
  );
  return { target: `${name} (kill -9)`, repair: async () => programs.resume(name) };
}

/** `pg-1 leader, pg-2 sync_standby, pg-3 replica (stopped)`. */
export function describeMembers(members: readonly Member[]): string {
  if (members.length === 0) return 'no node responds';
  return members
    .map(({ name, role, state }) =>
      state === 'running' || state === 'streaming' ? `${name} ${role}` : `${name} ${role} (${state})`,
    )
    .toSorted()
    .join(', ');
}

function describeAvailability({ failures, restoredAfterMs }: Availability): string {
  if (failures === 0) return 'no failure';
  if (restoredAfterMs === null) return `still failing, ${failures} failures`;
  return `work again after ${(restoredAfterMs / 1000).toFixed(1)} s, ${failures} failures`;
}
