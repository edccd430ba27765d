import { useSyncExternalStore } from 'react';

let unread = 0;
const listeners = new Set<() => void>();

/** Number of replies that were not shown in the support window yet. */
export function useUnreadReplies(): number {
  return useSyncExternalStore(onChange, () => unread);
}

/** Publishes the number of replies that were not shown yet. */
export function setUnreadReplies(count: number): void {
  if (count === unread) return;
  unread = count;
  for (const listener of listeners) listener();
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
