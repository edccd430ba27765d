/** Makes something when it is asked for first, and keeps it: a program that starts does not wait for what it may never need. */
export function madeOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
