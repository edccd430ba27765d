/** Waits for a promise, at most for a number of milliseconds. */
export async function atMost(
  milliseconds: number,
  work: Promise<unknown>,
  after: (milliseconds: number, callback: () => void) => () => void,
): Promise<void> {
  const late = Promise.withResolvers<void>();
  const forget = after(milliseconds, late.resolve);
  await Promise.race([work, late.promise]).finally(forget);
}
