/** Registers the function that stops the daemon. */
export type OnEnd = (stop: () => void) => void;

/**
 * Receives SIGTERM and SIGINT from now on. A signal during loading is deferred until the daemon can stop cleanly: a restored session would
 * otherwise remain.
 */
export function receiveEndSignals(): OnEnd {
  let stop: (() => void) | null = null;
  let isSignalled = false;
  const end = (): void => {
    isSignalled = true;
    stop?.();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return (given) => {
    stop = given;
    if (isSignalled) stop();
  };
}
