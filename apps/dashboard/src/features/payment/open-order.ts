const KEY = 'comet:open-order';

/** The last order whose payment was begun in this browser and whose end was not seen. */
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
