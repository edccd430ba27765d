import { UserError } from '../user-error.ts';

/** Release functions of what a stack has started, called newest first. */
export interface Cleanup {
  /** Stores `release` for the end. After `close` calls it at once and throws. */
  defer(release: () => Promise<void>): Promise<void>;
  /** Throws after `close`: call it before a slow start. */
  check(): void;
  /** Prevents further starts: `defer` and `check` throw from now on. */
  close(): void;
  /** Calls all release functions, newest first, even if some fail; throws the first failure at the end. */
  releaseAll(): Promise<void>;
}

/** Creates an empty list of release functions. */
export function createCleanup(): Cleanup {
  const releases: (() => Promise<void>)[] = [];
  let closed = false;
  const check = (): void => {
    if (closed) throw new UserError('Stopped before everything was started.');
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
 * Waits for all promises. If one fails, aborts and awaits the others, so that nothing is being started when the first failure is thrown.
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
