/** What a pressed support link opens the window with. */
export interface Question {
  /** The beginning of a message, for the person to change; empty for none. */
  readonly text: string;
}

let latest: Question | null = null;
const listeners = new Set<() => void>();

/** Opens the support window, with the beginning of a message. */
export function askSupport(text: string): void {
  latest = { text };
  for (const listener of listeners) listener();
}

/** The latest question since the page was loaded. */
export function latestQuestion(): Question | null {
  return latest;
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
