const KEY = 'comet:open-order';

/** The order whose payment was begun last in this browser and has not been seen to end. */
export function openOrderId(): string | null {
  return localStorage.getItem(KEY);
}

export function rememberOpenOrder(id: string): void {
  localStorage.setItem(KEY, id);
}

/** Forgets `id`, if it is the one remembered. */
export function forgetOpenOrder(id: string): void {
  if (openOrderId() === id) localStorage.removeItem(KEY);
}
