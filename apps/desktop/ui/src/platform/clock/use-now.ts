import { useLayoutEffect, useState } from 'react';

const listeners = new Set<() => void>();

let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Calls back every second while the window is visible, and when it becomes visible, until the returned function is called. All listeners
 * are called in one turn, so that each second causes one rendering.
 */
export function everySecond(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

function tick(): void {
  if (document.hidden) return;
  for (const listener of listeners) listener();
}

/**
 * Time texts change at `from`, in ms since 1970, and every `step` ms before and after; `step` is at least a
 * second.
 */
export interface Clock {
  readonly from: number;
  readonly step: number;
}

/** Returns a clock that steps each second relative to an ISO 8601 instant; null for null. */
export function clockTowards(instant: string | null): Clock | null {
  return instant === null ? null : { from: Date.parse(instant), step: 1000 };
}

/**
 * The time of the clock's latest step, in ms since 1970. It is updated with each step while the window is visible, so that nothing is
 * rendered between them. Without a clock it does not change.
 */
export function useNow(clock: Clock | null): number {
  const { from, step } = clock ?? { from: 0, step: 0 };
  const [now, setNow] = useState(() => latestStep(from, step));
  useLayoutEffect(() => {
    if (step === 0) return;
    const look = () => setNow(latestStep(from, step));
    // The time may be outdated when the clock starts: it is corrected before the next frame.
    queueMicrotask(look);
    return everySecond(look);
  }, [from, step]);
  return now;
}

function latestStep(from: number, step: number): number {
  const now = Date.now();
  return step === 0 ? now : from + Math.floor((now - from) / step) * step;
}
