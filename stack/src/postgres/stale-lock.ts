import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../user-error.ts';

/**
 * Prepares a data folder for a new server. postmaster.pid remains after a crash; its pid may belong to a remaining server (which gets a
 * fast shutdown) or to an unrelated process (the file is removed).
 */
export async function clearStaleLock(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!(pid > 0)) return;
  if (!(await worksIn(pid, data))) {
    await rm(file, { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  for (let waited = 0; await worksIn(pid, data); waited += 50) {
    if (waited >= 10_000)
      throw new UserError(
        `An older PostgreSQL (process ${pid}) still works in ${data} and does not end: kill it.`,
      );
    await sleep(50);
  }
}

/** Returns whether a process is the server of a data folder: its working directory is the folder. */
async function worksIn(pid: number, data: string): Promise<boolean> {
  try {
    const [folder, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(data)]);
    return folder.dev === ours.dev && folder.ino === ours.ino;
  } catch {
    return false;
  }
}
