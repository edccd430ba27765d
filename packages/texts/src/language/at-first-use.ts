/**
 * Creates a formatter at its first use: in a browser each takes milliseconds, which would delay the first
 * screen.
 */
export function atFirstUse<T extends object>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}
