import { destroyLeftovers } from '@comet/lab';
import { clearStaleLock } from '../postgres/stale-lock.ts';
import type { StateFolder } from './folder.ts';
import { readStackFile, removeStackFile, processStartTime, endProcess } from './stack-file.ts';
import { type Lock, takeLock } from './lock.ts';

const GRACE_MS = 5_000;

/**
 * Ends the remaining processes of a stack that could not clean up, and removes its stack.json. Requires the folder's lock. Returns true if
 * a process was still running.
 */
export async function clearLeftovers(folder: StateFolder): Promise<boolean> {
  const file = await readStackFile(folder);
  if (file === 'none') return false;
  const births = file === 'broken' ? {} : file.births;
  const left = Object.entries(file === 'broken' ? {} : file.pids).flatMap(([name, pid]) => {
    const startTime = births[name];
    return startTime !== undefined && processStartTime(pid) === startTime ? [{ name, pid, startTime }] : [];
  });
  // PostgreSQL ends last, because the other programs may still write.
  await Promise.all(
    left
      .filter(({ name }) => name !== 'postgres')
      .map(({ pid, startTime }) => endProcess(pid, startTime, GRACE_MS)),
  );
  await clearStaleLock(folder.postgres);
  if (process.getuid?.() === 0) await destroyLeftovers(folder.id);
  await removeStackFile(folder);
  return left.length > 0;
}

/** Locks the folder while a stack runs on it; null if another process has it. */
export const lockFolder = (folder: StateFolder): Promise<Lock | null> => takeLock(`stack-${folder.id}`);
