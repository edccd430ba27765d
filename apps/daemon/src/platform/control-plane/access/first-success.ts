/** One of several ways to the same result. Must end soon after its signal is aborted. */
export type Attempt<T> = (signal: AbortSignal) => Promise<T>;

interface StaggerOptions<T> {
  /** Delay in ms after the start of the attempt with this index until the next one starts, unless one fails earlier. */
  readonly delay: (index: number) => number;
  readonly signal: AbortSignal;
  /** Receives the results of attempts that succeed after another one. */
  readonly discard: (late: T) => void;
}

/**
 * Starts attempts in order, each a delay after the previous one or when one fails (as RFC 8305 §5 does for addresses). Resolves with the
 * first success and aborts the others; rejects with the first error when all have failed, or when `signal` is aborted.
 */
export function firstSuccess<T>(
  attempts: readonly Attempt<T>[],
  { delay, signal, discard }: StaggerOptions<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const leave = new AbortController();
  const end = AbortSignal.any([signal, leave.signal]);
  let started = 0;
  let failed = 0;
  let isSettled = false;
  let firstError: unknown = null;
  let timer: NodeJS.Timeout | undefined;

  function settle(): void {
    isSettled = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    leave.abort();
  }

  function abort(): void {
    settle();
    reject(new Error('aborted'));
  }

  function startNext(): void {
    clearTimeout(timer);
    const attempt = attempts[started];
    if (isSettled || attempt === undefined) return;
    timer = setTimeout(startNext, delay(started));
    started += 1;
    attempt(end).then(
      (result) => {
        if (isSettled) return discard(result);
        settle();
        resolve(result);
      },
      (error: unknown) => {
        failed += 1;
        firstError ??= error;
        if (isSettled) return;
        if (failed < attempts.length) return startNext();
        settle();
        reject(firstError);
      },
    );
  }

  if (attempts.length === 0) reject(new Error('nothing to try'));
  else if (signal.aborted) abort();
  else {
    signal.addEventListener('abort', abort);
    startNext();
  }
  return promise;
}
