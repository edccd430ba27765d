/** Milliseconds without changes after which a burst counts as one, and the maximum duration of a burst. */
const quiet = 500;
const latest = 2_000;

interface Debounce {
  notify(): void;
  close(): void;
}

/**
 * Calls `onSettled` once for a burst of change events. Events without end, such as a neighbour's advertisements, delay the call by two
 * seconds at most.
 */
export function debounce(onSettled: () => void): Debounce {
  let timer: NodeJS.Timeout | undefined;
  let since: number | null = null;
  const settle = (): void => {
    since = null;
    onSettled();
  };
  return {
    notify() {
      const now = performance.now();
      since ??= now;
      clearTimeout(timer);
      timer = setTimeout(settle, Math.max(0, Math.min(quiet, since + latest - now)));
      timer.unref();
    },
    close: () => clearTimeout(timer),
  };
}
