import { boundCalls } from '../../platform/calls-in-flight.ts';

/** Archives in memory. One has up to 25 MB; several times as much while it is read and compressed. */
const maxOpen = 10;
const maxReads = 2;

/** Limits the archives that this process has in memory: one per account, and ten in total. */
export interface ArchiveLimit {
  /**
   * Returns what `read` returns; null at once where a limit is reached. Two reads run at a time, others wait. The archive counts until its
   * response has ended, which aborts `sent`.
   */
  open<T>(userId: string, sent: AbortSignal, read: () => Promise<T>): Promise<T | null>;
}

export function limitArchives(): ArchiveLimit {
  const accounts = new Set<string>();
  const reads = boundCalls(maxReads, maxOpen);
  return {
    async open(userId, sent, read) {
      if (sent.aborted || accounts.size >= maxOpen || accounts.has(userId)) return null;
      accounts.add(userId);
      const ended = new Promise<void>((resolve) => {
        sent.addEventListener('abort', () => resolve(), { once: true });
      });
      const result = reads.run(read);
      // A client that disconnects does not stop the read.
      void Promise.allSettled([result, ended]).then(() => accounts.delete(userId));
      return result;
    },
  };
}
