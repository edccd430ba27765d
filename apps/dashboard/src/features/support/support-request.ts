/** A request to open the support window. */
export interface Question {
  /** Initial text of the message, which can be edited; empty for none. */
  readonly text: string;
}

let latest: Question | null = null;
const listeners = new Set<() => void>();

/** Opens the support window with an initial text. */
export function askSupport(text: string): void {
  latest = { text };
  for (const listener of listeners) listener();
}

/** The latest request since the page was loaded. */
export function latestQuestion(): Question | null {
  return latest;
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
