import { setTimeout as sleep } from 'node:timers/promises';

/** Waits; wakes early, and does not throw, when `signal` is aborted. */
export async function rest(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  await sleep(milliseconds, undefined, options).catch(() => undefined);
}

/** Waits, but no longer than until `change`. */
export async function restUntil(
  change: Promise<void>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  const woken = new AbortController();
  await Promise.race([rest(milliseconds, AbortSignal.any([signal, woken.signal])), change]);
  woken.abort();
}

/** Does `work` again and again, `milliseconds` after its last end; a failure is told and does not stop it. */
export async function repeat(
  milliseconds: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await rest(milliseconds, signal);
    if (signal.aborted) return;
    await work().catch(onError);
  }
}
