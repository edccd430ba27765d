/** A request to open the support window. */
export interface OpenRequest {
  /** Initial text of the message, which can be edited; empty for none. */
  readonly text: string;
}

let latest: OpenRequest | null = null;
const listeners = new Set<() => void>();

/** Opens the support window with an initial text. */
export function openSupport(text: string): void {
  latest = { text };
  for (const listener of listeners) listener();
}

/** The latest request since the page was loaded. */
export function latestOpenRequest(): OpenRequest | null {
  return latest;
}

export function onOpenRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
