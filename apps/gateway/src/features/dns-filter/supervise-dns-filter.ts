import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlockList, blockLists, type NameFilter } from '@comet/admission';
import { backoffDelay } from '@comet/foundation';

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
const backoff = { first: 200, max: 10_000 };
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
  parts: {
    readonly plan: DnsFilterPlan;
    sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
    onFailure(reason: string): void;
  },
  signal: AbortSignal,
): Promise<void> {
  const { plan } = parts;
  if (plan.filters.length === 0) return;
  for (let failures = 0; !signal.aborted; ) {
    const startedAt = Date.now();
    const reason = await runOnce(plan, signal);
    if (signal.aborted) return;
    if (reason === null) continue;
    parts.onFailure(reason);
    failures = Date.now() - startedAt > backoff.max ? 0 : failures + 1;
    await parts.sleep(backoffDelay(failures, backoff), signal);
  }
}

/** Resolves with the reason why the process ended; null if it was ended after a list changed, or by `signal`. */
function runOnce(plan: DnsFilterPlan, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const { filters, folder, program, resolver } = plan;
    const args = filters.map(({ address, lists }) => `${address}:${port}=${lists.join()}`);
    // The program exits when its standard input closes, so also when the agent is killed; otherwise it would keep the port occupied.
    const child = spawn(program, [String(user), `${resolver}:${port}`, folder, ...args], {
      env: {},
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let wasStopped = false;
    let diagnostic = '';
    const end = (): void => {
      wasStopped = true;
      child.kill('SIGKILL');
    };
    const first = timesOf(folder);
    const timer = setInterval(() => {
      void Promise.all([first, timesOf(folder)]).then(([then, now]) => {
        if (then.join() !== now.join()) end();
      });
    }, checkInterval);
    signal.addEventListener('abort', end);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      diagnostic = `${diagnostic}${text}`.slice(-400);
    });
    child.on('error', (error) => {
      diagnostic = error.message;
    });
    child.on('close', (code) => {
      clearInterval(timer);
      signal.removeEventListener('abort', end);
      resolve(wasStopped ? null : diagnostic.trim() || `it ended with ${code ?? 'a signal'}`);
    });
    if (signal.aborted) end();
  });
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
