import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../user-error.ts';
import { inRepository } from '../repository.ts';
import { respondsOk } from '../service/start-service.ts';
import { onHost } from './hosts.ts';
import { API_PROGRAM, REPLICAS, replicaAddresses, runApiCommand, startReplica } from './replicas.ts';
import { runCommand } from './run-command.ts';
import type { Cluster } from './start-cluster.ts';

/** Time in ms in which a replica drains and exits, and in which a new one becomes ready. */
const LIMITS = { exit: 60_000, ready: 120_000 };

/** Time in ms for which HAProxy sends requests to a new replica before the next one is replaced. */
const SETTLED_MS = 3_000;

/**
 * Upgrades both replicas of a cluster to this checkout, as in docs/operations.md: `migrate` of the new release while the old one serves,
 * then one replica after the other. Throws a UserError if a replica does not drain or does not become ready, and the reason of `signal` after
 * its abort.
 */
export async function upgradeCluster(
  cluster: Cluster,
  print: (line: string) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { programs, addresses } = cluster;
  signal.throwIfAborted();
  const options = { ...cluster.replicas, program: inRepository(API_PROGRAM) };
  await runApiCommand(options, 0, 'migrate');
  print('the schema is that of this release; both replicas are of the earlier one');
  for (const index of [0, 1] as const) {
    const name = REPLICAS[index];
    programs.hold(name);
    const pid = programs.pidOf(name);
    if (pid === null) throw new UserError(`${name} does not run.`);
    process.kill(pid, 'SIGTERM');
    await until(`${name} drains`, LIMITS.exit, signal, () => !programs.isRunning(name));
    startReplica(options, index);
    await until(`${name} is ready`, LIMITS.ready, signal, () => isReady(cluster, index));
    await sleep(SETTLED_MS);
    signal.throwIfAborted();
    print(`${name} is of this release`);
  }
  if (!(await respondsOk(`${addresses.api}/readyz`))) throw new UserError('The API is not ready.');
}

/** Returns whether a replica is ready, from HAProxy's host: its address is not reachable from this machine. */
function isReady({ id, replicas }: Cluster, index: 0 | 1): Promise<boolean> {
  const url = `http://${replicaAddresses(replicas.port)[index]}/readyz`;
  return runCommand(onHost(id, 'lb', ['curl', '-sf', '--max-time', '2', url])).then(
    () => true,
    () => false,
  );
}

async function until(
  what: string,
  limit: number,
  signal: AbortSignal,
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + limit;
  while (!(await isTrue())) {
    signal.throwIfAborted();
    if (performance.now() > deadline) throw new UserError(`Not within ${limit / 1000} s: ${what}.`);
    await sleep(100);
  }
}
