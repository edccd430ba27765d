/** Creates a formatter at its first use: in a browser each takes milliseconds, before the first screen is shown. */
export function atFirstUse<T extends object>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}
