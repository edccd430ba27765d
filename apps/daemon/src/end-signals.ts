/** Says how the daemon is ended, once that is known. */
export type OnEnd = (stop: () => void) => void;

/**
 * Receives the signals that end the daemon from now on. One that comes while it is being loaded waits until it can go down properly: what was
 * restore session would stay behind.
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
