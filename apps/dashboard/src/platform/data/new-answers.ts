import { useSyncExternalStore } from 'react';

let answers = 0;
const listeners = new Set<() => void>();

/** Number of answers that have not been shown in the support window. */
export function useNewAnswers(): number {
  return useSyncExternalStore(onChange, () => answers);
}

/** Publishes the number of answers that have not been shown. */
export function setNewAnswers(count: number): void {
  if (count === answers) return;
  answers = count;
  for (const listener of listeners) listener();
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
