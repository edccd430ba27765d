import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from './user-error.ts';
import { findStateFolder, type StateFolder } from './state/folder.ts';
import { clearLeftovers, lockFolder } from './state/leftovers.ts';
import { processStartTime, endProcess, readStackFile } from './state/stack-file.ts';

/** Longer than the sum of the grace periods of all parts, which a stack ends sequentially. */
const GRACE_MS = 60_000;

/** Ends the stack that runs on the folder and waits until everything has ended. Returns the sentence to show. */
export async function stopStack(root: string): Promise<string> {
  const folder = findStateFolder(root);
  if (folder === null) return `Nothing runs on ${root}: there is no such folder.`;
  const file = await readStackFile(folder);
  const pid = typeof file === 'string' ? undefined : file.pids['stack'];
  const startTime = typeof file === 'string' ? undefined : file.births['stack'];
  const alive = pid !== undefined && startTime !== undefined && processStartTime(pid) === startTime;
  if (alive) await endProcess(pid, startTime, GRACE_MS);
  const cleaned = await clean(folder);
  if (alive) return 'Comet has stopped.';
  return cleaned ? 'Comet had been cut off; what it left running was ended.' : `Nothing runs on ${root}.`;
}

/** Ends what the stack did not end. */
async function clean(folder: StateFolder): Promise<boolean> {
  for (let waited = 0; waited < 2_000; waited += 50) {
    const lock = await lockFolder(folder);
    if (lock !== null) {
      try {
        return await clearLeftovers(folder);
      } finally {
        lock.release();
      }
    }
    await sleep(50);
  }
  throw new UserError(
    `A stack runs on ${folder.root}, but ${folder.stack} does not name it: end it with Ctrl-C where it was started.`,
  );
}
