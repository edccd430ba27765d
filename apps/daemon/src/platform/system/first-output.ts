import type { GuardedProcess } from './guarded-process.ts';

/**
 * Resolves with the first value that `read` returns for a line of a program's output. Rejects if the program ends before, after `timeout`
 * milliseconds, or if `signal` is aborted; the program continues then.
 */
export async function firstOutput<T>(
  { ended, onOutput, lastOutput }: GuardedProcess,
  read: (line: string) => T | null,
  timeout: number,
  signal?: AbortSignal,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error('the program is not ready in time')), timeout);
  const abort = (): void => reject(new Error('the attempt has ended'));
  signal?.addEventListener('abort', abort);
  onOutput(() => {
    for (const line of lastOutput().split('\n')) {
      const value = read(line);
      if (value !== null) resolve(value);
    }
  });
  void ended.then((how) => reject(new Error(how)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
