import { Refusal } from '../refusal.ts';

/** What a stack has started and must end, the newest first. */
export interface Cleanup {
  /** Keeps `release` for the end. Throws when the end has been called for already; then it releases at once. */
  defer(release: () => Promise<void>): Promise<void>;
  /** Throws when the end has been called for: call it before starting something slow. */
  check(): void;
  /** Calls for the end: what is being started now will not be kept. */
  close(): void;
  /** Releases everything, newest first. A failure does not spare the others; the first one is thrown at the end. */
  releaseAll(): Promise<void>;
}

export function createCleanup(): Cleanup {
  const releases: (() => Promise<void>)[] = [];
  let closed = false;
  const check = (): void => {
    if (closed) throw new Refusal('Stopped before everything was started.');
  };
  return {
    check,
    async defer(release) {
      if (closed) await release();
      check();
      releases.push(release);
    },
    close() {
      closed = true;
    },
    async releaseAll() {
      closed = true;
      const failures: unknown[] = [];
      for (let release = releases.pop(); release !== undefined; release = releases.pop()) {
        await release().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/**
 * Waits for all promises. When one fails, the others are aborted and awaited before the first
 * failure is thrown: nothing is being started then.
 */
export async function allOrNothing<T extends readonly Promise<unknown>[] | []>(
  cleanup: Cleanup,
  parts: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const all = Promise.all(parts);
  all.catch(() => cleanup.close());
  await Promise.allSettled(parts);
  return all;
}
