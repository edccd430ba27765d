import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a signal must end in order, newest last. */
const releases = new Set<() => Promise<void>>();

/**
 * Registers how something started is ended in order: a service, a database server, a folder. Returns the function that ends it, once, also
 * after a signal. Other child processes need no registration.
 */
export function releasable(release: () => Promise<unknown>): () => Promise<void> {
  let ending: Promise<void> | null = null;
  const end = (): Promise<void> => {
    ending ??= release().then(() => void releases.delete(end));
    return ending;
  };
  releases.add(end);
  return end;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Time in ms from SIGTERM to SIGKILL for processes that are still running at the end. */
const graceMs = 5_000;

/**
 * At the first signal, ends everything registered, the newest first, then all descendants of this process, and exits with 128 + signal. The
 * same after an error that nothing has caught, with status 1.
 */
export function endOnSignal(print: (line: string) => void): void {
  let isEnding = false;
  // Measurements fail while their services end.
  const end = (status: number): void => {
    if (isEnding) return;
    isEnding = true;
    print('ending what was started …');
    void endEverything().then(() => process.exit(status));
  };
  for (const signal of signals) process.on(signal, () => end(128 + constants.signals[signal]));
  process.on('uncaughtException', (error) => {
    if (!isEnding) print(error.stack ?? String(error));
    end(1);
  });
}

async function endEverything(): Promise<void> {
  for (const end of [...releases].reverse()) await end().catch(() => undefined);
  sendToDescendants('SIGTERM');
  for (const deadline = Date.now() + graceMs; Date.now() < deadline; await sleep(50))
    if (descendantsOf(process.pid, parents()).length === 0) return;
  sendToDescendants('SIGKILL');
}

function sendToDescendants(signal: NodeJS.Signals): void {
  for (const pid of descendantsOf(process.pid, parents()))
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
}

/** Returns the processes below `pid`, parents before their children. `parentOf`: the parent of each process. */
export function descendantsOf(pid: number, parentOf: ReadonlyMap<number, number>): readonly number[] {
  const children = [...parentOf].filter(([, parent]) => parent === pid).map(([child]) => child);
  return children.flatMap((child) => [child, ...descendantsOf(child, parentOf)]);
}

/** Reads the parent of each running process (proc(5)); a zombie no longer runs. */
function parents(): ReadonlyMap<number, number> {
  return new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name): [number, number][] => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
          const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
          return state === 'Z' ? [] : [[Number(name), Number(parent)]];
        } catch {
          return [];
        }
      }),
  );
}
