import { setTimeout as timeout } from 'node:timers/promises';

/** Waits for `milliseconds`; resolves early, without throwing, when `signal` is aborted. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  await timeout(milliseconds, undefined, options).catch(() => undefined);
}

/** Waits for `milliseconds`; resolves early when `change` resolves or `signal` is aborted. */
export async function sleepUntil(
  change: Promise<void>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  const woken = new AbortController();
  await Promise.race([sleep(milliseconds, AbortSignal.any([signal, woken.signal])), change]);
  woken.abort();
}

/**
 * Repeats `work`, each time `milliseconds` after its last end, until `signal` is aborted. A failure is passed to `onError` and does not
 * stop it.
 */
export async function repeat(
  milliseconds: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(milliseconds, signal);
    if (signal.aborted) return;
    await work().catch(onError);
  }
}
