const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Calls back every second while the window is seen, and when it is seen again, until the returned function is called. All are called in
 * one turn, so that a second is one drawing, whatever changes in it.
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
