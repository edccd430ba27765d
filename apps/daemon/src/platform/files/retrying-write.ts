import { reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
/** Milliseconds until a failed write is retried. */
const retryInterval = 60_000;

/**
 * Returns a write that never rejects: it resolves with whether the write succeeded. A failed write, such as on a full disk, is retried
 * every minute until it succeeds, each time with the current content. The failure is logged once.
 */
export function retryingWrite(what: string, write: () => Promise<void>, log: Log): () => Promise<boolean> {
  let timer: NodeJS.Timeout | null = null;

  async function save(): Promise<boolean> {
    try {
      await write();
    } catch (error) {
      if (timer === null) log.error({ file: what, reason: reasonOf(error) }, 'A file cannot be written');
      else clearTimeout(timer);
      timer = setTimeout(() => void save(), retryInterval);
      timer.unref();
      return false;
    }
    if (timer !== null) log.info({ file: what }, 'A file can be written again');
    if (timer !== null) clearTimeout(timer);
    timer = null;
    return true;
  }

  return save;
}
