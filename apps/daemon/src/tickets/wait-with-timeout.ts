/** Waits until a promise settles or the timeout in ms ends. */
export async function waitWithTimeout(
  timeout: number,
  work: Promise<unknown>,
  after: (timeout: number, callback: () => void) => () => void,
): Promise<void> {
  const timedOut = Promise.withResolvers<void>();
  const cancelTimer = after(timeout, timedOut.resolve);
  await Promise.race([work, timedOut.promise]).finally(cancelTimer);
}
