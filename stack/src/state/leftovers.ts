import { destroyLeftovers } from '@comet/lab';
import { clearStaleLock } from '../postgres/stale-lock.ts';
import type { StateFolder } from './folder.ts';
import { birthOf, endProcess } from './process-birth.ts';
import { readStackFile, removeStackFile } from './stack-file.ts';

const GRACE_MS = 5_000;

/**
 * Ends what a stack left running that could not clean up behind itself, and forgets it. Only for the holder of the
 * folder's lock. Gives true when there was something to end.
 */
export async function clearLeftovers(folder: StateFolder): Promise<boolean> {
  const file = await readStackFile(folder);
  if (file === 'none') return false;
  const births = file === 'broken' ? {} : file.births;
  const left = Object.entries(file === 'broken' ? {} : file.pids).flatMap(([name, pid]) => {
    const birth = births[name];
    return birth !== undefined && birthOf(pid) === birth ? [{ name, pid, birth }] : [];
  });
  // PostgreSQL goes last and in its own way: everybody else may still want to write.
  await Promise.all(
    left.filter(({ name }) => name !== 'postgres').map(({ pid, birth }) => endProcess(pid, birth, GRACE_MS)),
  );
  await clearStaleLock(folder.postgres);
  if (process.getuid?.() === 0) await destroyLeftovers(folder.id);
  await removeStackFile(folder);
  return left.length > 0;
}
