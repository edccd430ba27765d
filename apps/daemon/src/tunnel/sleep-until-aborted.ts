/** Resolves after `milliseconds`, or when `signal` is aborted. By the global timer, which tests can replace. */
export function sleepUntilAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
