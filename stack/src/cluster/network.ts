import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../user-error.ts';
import { ADDRESSES, HOSTS, type HostName, namespaceOf } from './hosts.ts';
import { runCommand } from './run-command.ts';

/** Number of checks for PostgreSQL's processes before they are killed, and the interval in ms. */
const GRACE = { rounds: 50, pause: 100 };

const BRIDGE = 'cluster';

/**
 * Returns `ip -batch` input that creates the hosts' namespaces: one bridge in that of HAProxy with a link to each other host. No interface
 * appears outside the namespaces.
 */
function networkBatch(id: string): { readonly namespaces: string; readonly links: string } {
  const others = HOSTS.filter((host) => host !== 'lb');
  return {
    namespaces: batch(HOSTS.map((host) => `netns add ${namespaceOf(id, host)}`)),
    links: batch([
      `link add name ${BRIDGE} type bridge stp_state 0 forward_delay 0`,
      `address add ${ADDRESSES.lb}/24 dev ${BRIDGE}`,
      `link set ${BRIDGE} up`,
      'link set lo up',
      ...others.flatMap((host) => [
        `link add name ${host} type veth peer name eth0 netns ${namespaceOf(id, host)}`,
        `link set ${host} master ${BRIDGE} up`,
      ]),
    ]),
  };
}

const batch = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Creates the network. Throws a UserError if a cluster with this id exists. */
export async function createNetwork(id: string): Promise<void> {
  if (existingNamespaces(id).length > 0)
    throw new UserError('Namespaces of an earlier cluster are left: run npm run cluster -- stop.');
  const { namespaces, links } = networkBatch(id);
  await runCommand(['ip', '-batch', '-'], namespaces);
  await runCommand(['ip', '-n', namespaceOf(id, 'lb'), '-batch', '-'], links);
  for (const host of HOSTS.filter((one) => one !== 'lb')) {
    const lines = [`address add ${ADDRESSES[host]}/24 dev eth0`, 'link set eth0 up', 'link set lo up'];
    await runCommand(['ip', '-n', namespaceOf(id, host), '-batch', '-'], batch(lines));
  }
}

/** Cuts or restores the link of a host to all others. */
export async function setLink(id: string, host: HostName, state: 'up' | 'down'): Promise<void> {
  await runCommand(['ip', '-n', namespaceOf(id, 'lb'), 'link', 'set', host, state]);
}

/**
 * Kills every process in the namespaces and removes them. Also works after a crash. PostgreSQL gets SIGQUIT, its immediate shutdown, which
 * removes its shared memory.
 */
export async function destroyNetwork(id: string): Promise<void> {
  const found = existingNamespaces(id);
  for (let round = 0; ; round += 1) {
    const pids = (await Promise.all(found.map(processesIn))).flat();
    if (pids.length === 0) break;
    if (round > 2 * GRACE.rounds)
      throw new UserError(`The processes ${pids.join(', ')} of the cluster cannot be ended.`);
    const postgres = round < GRACE.rounds ? pids.filter(isPostgres) : [];
    if (round === 0) killAll(postgres, 'SIGQUIT');
    killAll(
      pids.filter((pid) => !postgres.includes(pid)),
      'SIGKILL',
    );
    await sleep(GRACE.pause);
  }
  if (found.length > 0)
    await runCommand(['ip', '-batch', '-'], batch(found.map((name) => `netns delete ${name}`)));
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

/** Returns the ids of all processes on a host. */
export function processesOn(id: string, host: HostName): Promise<number[]> {
  return processesIn(namespaceOf(id, host));
}

async function processesIn(namespace: string): Promise<number[]> {
  const list = await runCommand(['ip', 'netns', 'pids', namespace]);
  return list
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
}

/** Sends a signal to each process that still runs. */
export function killAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has exited.
    }
  }
}

function existingNamespaces(id: string): string[] {
  return HOSTS.map((host) => namespaceOf(id, host)).filter((name) => existsSync(`/run/netns/${name}`));
}
