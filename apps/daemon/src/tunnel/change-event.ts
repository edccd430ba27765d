/** Ends poll intervals early after an event. */
export interface ChangeEvent {
  notify(): void;
  /** Resolves after a time in ms, when the signal ends the wait, or with `true` after a change. */
  pause(milliseconds: number, signal: AbortSignal): Promise<boolean>;
}

/** Creates an event; `notify` ends all waits of that moment. */
export function createChangeEvent(): ChangeEvent {
  const waiting = new Set<() => void>();
  return {
    notify() {
      for (const wake of waiting) wake();
    },
    pause(milliseconds, signal) {
      return new Promise((resolve) => {
        const end = (isNotified: boolean) => (): void => {
          clearTimeout(timer);
          waiting.delete(wake);
          signal.removeEventListener('abort', onAbort);
          resolve(isNotified);
        };
        const wake = end(true);
        const onAbort = end(false);
        const timer = setTimeout(onAbort, signal.aborted ? 0 : milliseconds);
        waiting.add(wake);
        signal.addEventListener('abort', onAbort, { once: true });
      });
    },
  };
}
