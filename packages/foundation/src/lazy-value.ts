/** Creates a value at its first use and keeps it, so that a program's start does not wait for it. */
export function lazyValue<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
