import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The used fields of the status file of comet-exit. */
interface Status {
  readonly pid: number;
  readonly state: string;
}

/**
 * Returns whether the exit with this state folder runs and carries traffic. Reads the file that `comet-exit status` prints: starting that
 * command for every poll took longer than the start of the exit.
 */
export async function isCarrying(folder: string): Promise<boolean> {
  try {
    const { pid, state } = JSON.parse(await readFile(join(folder, 'status.json'), 'utf8')) as Status;
    return state === 'carrying' && existsSync(`/proc/${pid}`);
  } catch {
    return false; // Not written yet.
  }
}
