import { setTimeout as sleep } from 'node:timers/promises';
import { backoffDelay } from '@comet/foundation';

/** Reads the value of a key together with those of other callers. */
export type BatchedRead<Key, Value> = (key: Key, signal: AbortSignal) => Promise<Value>;

interface Waiting<Key, Value> {
  readonly key: Key;
  resolve(value: Value): void;
}

const retry = { first: 100, max: 2_000 };

/**
 * Combines concurrent reads: one `read` at a time runs for all callers of one turn of the event loop; those that come while it runs are in
 * the next one. `read` returns one value for each key, in order. A failed read is reported by `onFailure` and repeated, with later callers,
 * until it succeeds. An aborted signal rejects its caller with the signal's reason.
 */
export function batchReads<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
  onFailure: (error: unknown) => void,
): BatchedRead<Key, Value> {
  const waiting = new Set<Waiting<Key, Value>>();
  let isRunning = false;

  async function run(): Promise<void> {
    for (let failures = 0; waiting.size > 0; ) {
      const batch = [...waiting];
      try {
        const values = await read(batch.map(({ key }) => key));
        if (values.length !== batch.length) throw new Error('A batch read returned another number of values');
        failures = 0;
        for (const [index, one] of batch.entries()) one.resolve(values[index] as Value);
      } catch (error) {
        onFailure(error);
        await sleep(backoffDelay(failures, retry), undefined, { ref: false });
        failures += 1;
      }
    }
    isRunning = false;
  }

  return (key, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const abort = () => {
        waiting.delete(one);
        reject(signal.reason as Error);
      };
      const one: Waiting<Key, Value> = {
        key,
        resolve(value) {
          signal.removeEventListener('abort', abort);
          waiting.delete(one);
          resolve(value);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      waiting.add(one);
      if (isRunning) return;
      isRunning = true;
      setImmediate(() => void run());
    });
}
