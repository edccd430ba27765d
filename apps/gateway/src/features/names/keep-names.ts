import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlockList, blockLists, type NameFilter } from '@comet/admission';
import { backoffDelay } from '@comet/foundation';

/** What the process that answers for names is told; see `main.names.ts`. */
export interface NamesPlan {
  readonly filters: readonly NameFilter[];
  /** Of the operator's resolver. */
  readonly resolver: string;
  readonly folder: string;
}

const waits = { first: 200, most: 10_000 };
const lookEvery = 60_000;

/** The lists that a folder holds. */
export async function listsIn(folder: string): Promise<readonly BlockList[]> {
  const times = await timesOf(folder);
  return blockLists.filter((_, index) => times[index] !== null);
}

/** The lists that some filter keeps back: those that the gateway began with. */
export function listsOf(filters: readonly NameFilter[]): readonly BlockList[] {
  return blockLists.filter((name) => filters.some(({ lists }) => lists.includes(name)));
}

/**
 * Keeps a process of its own at work, which has no more rights than anybody once it listens: what customers send is read there,
 * not in the agent. It begins anew when it ends, and when a list changes; the new one reads them.
 */
export async function keepNames(
  parts: {
    readonly plan: NamesPlan;
    readonly program: string;
    sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
    onFailure(reason: string): void;
  },
  signal: AbortSignal,
): Promise<void> {
  const { plan } = parts;
  if (plan.filters.length === 0) return;
  for (let failures = 0; !signal.aborted; ) {
    const began = Date.now();
    const reason = await runOnce(parts, signal);
    if (signal.aborted) return;
    if (reason === null) continue;
    parts.onFailure(reason);
    failures = Date.now() - began > waits.most ? 0 : failures + 1;
    await parts.sleep(backoffDelay(failures, waits), signal);
  }
}

/** Resolves with why the process ended; null when it was ended because a list changed, or by `signal`. */
function runOnce(
  { plan, program }: { readonly plan: NamesPlan; readonly program: string },
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...process.execArgv, program], {
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let wanted = false;
    let complaint = '';
    const end = (): void => {
      wanted = true;
      child.kill('SIGKILL');
    };
    const first = timesOf(plan.folder);
    const timer = setInterval(() => {
      void Promise.all([first, timesOf(plan.folder)]).then(([then, now]) => {
        if (then.join() !== now.join()) end();
      });
    }, lookEvery);
    signal.addEventListener('abort', end);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = `${complaint}${text}`.slice(-400);
    });
    child.on('error', (error) => {
      complaint = error.message;
    });
    child.on('close', (code) => {
      clearInterval(timer);
      signal.removeEventListener('abort', end);
      resolve(wanted ? null : complaint.trim() || `it ended with ${code ?? 'a signal'}`);
    });
    child.stdin.on('error', () => undefined);
    // Stays open: its end, however the agent ends, ends the process, or it would keep port 53 from the next agent's.
    child.stdin.write(`${JSON.stringify(plan)}\n`);
    if (signal.aborted) end();
  });
}

/** When each list was written last; null for one that is not there. */
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
