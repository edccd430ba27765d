const KEY = 'comet:open-order';

/**
 * Returns the id of the last order that was paid in this browser, or is being paid on a provider's page, if
 * its final state was not displayed yet.
 */
export function openOrderId(): string | null {
  return localStorage.getItem(KEY);
}

export function rememberOpenOrder(id: string): void {
  localStorage.setItem(KEY, id);
}

/** Removes the stored id if it is `id`. */
export function forgetOpenOrder(id: string): void {
  if (openOrderId() === id) localStorage.removeItem(KEY);
}
