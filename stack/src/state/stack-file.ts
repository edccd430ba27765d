import { rm, readFile, rename, writeFile } from 'node:fs/promises';
import type { LabDescription } from '@comet/lab';
import type { Addresses } from '../addresses.ts';
import type { StateFolder } from './folder.ts';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** `stack.json`: the description of a running stack for `npm stop`, `npm run lab`, the tests and the user. */
export interface StackFile extends Addresses {
  /** Every process by name; `stack` is the one that started the others. */
  readonly pids: Readonly<Record<string, number>>;
  /** Start times of the same processes, which distinguish them from later processes with the same pid. */
  readonly births: Readonly<Record<string, string>>;
  readonly lab?: LabDescription;
  /** ISO 8601, UTC: when everything was ready. Absent while it starts. */
  readonly startedAt?: string;
}

async function writeStackFile(folder: StateFolder, file: StackFile): Promise<void> {
  await writeJson(folder.stack, file);
}

/** Deletes stack.json; does nothing if it does not exist. */
export async function removeStackFile(folder: StateFolder): Promise<void> {
  await rm(folder.stack, { force: true });
}

/** Reads the file; `none` without a file, `broken` if it is invalid. */
export async function readStackFile(folder: StateFolder): Promise<StackFile | 'none' | 'broken'> {
  const found = await readJson(folder.stack);
  if (found === null) return 'none';
  return isStackFile(found) ? found : 'broken';
}

function isStackFile(value: unknown): value is StackFile {
  if (typeof value !== 'object' || value === null) return false;
  const { pids, births } = value as Record<string, unknown>;
  return isRecordOf(pids, 'number') && isRecordOf(births, 'string');
}

function isRecordOf(value: unknown, type: 'number' | 'string'): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((entry) => typeof entry === type);
}

/** Replaces a JSON file atomically, with mode 0600. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const next = `${path}.${process.pid}.next`;
  await writeFile(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(next, path);
}

/** Returns the value of a JSON file; null without a file; undefined if it is not JSON. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Returns when a process was started, from the kernel: boot id and start time in clock ticks since boot, field 22 of
 * /proc/PID/stat (proc_pid_stat(5)). A reused pid has another start time. Null for an ended process.
 */
export function processStartTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain any character, so the fields are counted from the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return null;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19] ?? ''}`;
  } catch {
    return null;
  }
}

/** Ends a process unless its pid has been reused: SIGTERM, then SIGKILL after `grace` ms. */
export async function endProcess(pid: number, startTime: string, grace: number): Promise<void> {
  if (processStartTime(pid) !== startTime) return;
  process.kill(pid, 'SIGTERM');
  for (let waited = 0; waited < grace; waited += 20) {
    await sleep(20);
    if (processStartTime(pid) !== startTime) return;
  }
  if (processStartTime(pid) === startTime) process.kill(pid, 'SIGKILL');
  while (processStartTime(pid) === startTime) await sleep(10);
}

/** Updates stack.json when processes start. */
export interface ProcessRegistry {
  addProcess(name: string, pid: number): Promise<void>;
  describeLab(lab: LabDescription): Promise<void>;
  /** Adds `startedAt` when everything is ready. */
  ready(): Promise<void>;
  /** Removes the file after everything has ended. */
  removeFile(): Promise<void>;
}

/** Creates a registry without processes; writes of stack.json run one at a time. */
export function createProcessRegistry(folder: StateFolder, addresses: Addresses): ProcessRegistry {
  let file: StackFile = { ...addresses, pids: {}, births: {} };
  let writing: Promise<void> = Promise.resolve();
  const write = (change: Partial<StackFile>): Promise<void> => {
    file = { ...file, ...change };
    writing = writing.then(() => writeStackFile(folder, file));
    return writing;
  };
  return {
    addProcess(name, pid) {
      const births = { ...file.births, [name]: processStartTime(pid) ?? '' };
      return write({ pids: { ...file.pids, [name]: pid }, births });
    },
    describeLab: (lab) => write({ lab }),
    ready: () => write({ startedAt: new Date().toISOString() }),
    async removeFile() {
      await writing;
      await removeStackFile(folder);
    },
  };
}
