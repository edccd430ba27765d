import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashingResult, HashingTask } from './hashing-task.ts';

/** The lowest priority: many sign-ins at once slow only sign-ins. */
const niceness = 19;

try {
  // Linux keeps a priority for each thread, under the thread's own id: `PID/task/TID`.
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, niceness);
} catch {
  // On other systems threads have no separate priority.
}

parentPort?.on('message', (task: HashingTask) => parentPort?.postMessage(resultOf(task)));

function resultOf({ id, stored, password, options }: HashingTask): HashingResult {
  try {
    const value = stored === null ? hashSync(password, options) : verifySync(stored, password, options);
    return { id, value };
  } catch (error) {
    return { id, error: String(error) };
  }
}
