import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlockList, blockLists, type NameFilter } from '@comet/admission';
import { restartOnEnd, runProgram, type Supervision } from '../../platform/processes/supervise-program.ts';

/** The arguments of `comet-dns-filter` (crates/dns-filter). */
export interface DnsFilterPlan {
  /** Absolute path of the program. */
  readonly program: string;
  readonly filters: readonly NameFilter[];
  /** IPv4 address of the operator's resolver. */
  readonly resolver: string;
  /** The folder of the block lists. */
  readonly folder: string;
}

/** The user id of `nobody`: the program drops its privileges once it listens. */
const user = 65_534;
const port = 53;
const checkInterval = 60_000;

/** Returns the block lists in a folder. */
export async function listsIn(folder: string): Promise<readonly BlockList[]> {
  const times = await timesOf(folder);
  return blockLists.filter((_, index) => times[index] !== null);
}

/** Returns the lists used by at least one filter. */
export function listsOf(filters: readonly NameFilter[]): readonly BlockList[] {
  return blockLists.filter((name) => filters.some(({ lists }) => lists.includes(name)));
}

/**
 * Runs `comet-dns-filter`, so that customers' packets are parsed by an unprivileged process, not by the agent. It is restarted when it
 * ends, and when a list changes: it reads the lists when it starts. Resolves after `signal`, at once without filters.
 */
export async function superviseDnsFilter(
  parts: { readonly plan: DnsFilterPlan } & Supervision,
  signal: AbortSignal,
): Promise<void> {
  if (parts.plan.filters.length === 0) return;
  await restartOnEnd(() => runOnce(parts.plan, signal), parts, signal);
}

/** Resolves with the reason why the process ended; null if it was ended after a list changed, or by `signal`. */
async function runOnce(plan: DnsFilterPlan, signal: AbortSignal): Promise<string | null> {
  const { filters, folder, program, resolver } = plan;
  const args = filters.map(({ address, lists }) => `${address}:${port}=${lists.join()}`);
  const change = new AbortController();
  const first = timesOf(folder);
  const timer = setInterval(() => {
    void Promise.all([first, timesOf(folder)]).then(([then, now]) => {
      if (then.join() !== now.join()) change.abort();
    });
  }, checkInterval);
  const ended = AbortSignal.any([signal, change.signal]);
  const reason = await runProgram(program, [String(user), `${resolver}:${port}`, folder, ...args], ended);
  clearInterval(timer);
  return reason;
}

/** Returns the modification time of each list; null for a missing one. */
async function timesOf(folder: string): Promise<readonly (number | null)[]> {
  return Promise.all(
    blockLists.map((name) =>
      stat(join(folder, `${name}.txt`)).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      ),
    ),
  );
}
