const KEY = 'comet:open-order';

/** The last order that was paid in this browser, or is being paid on a provider's page, and whose final state was not seen. */
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
