const KEY = 'comet:saved-order';

/** Time in ms for which an order is saved while its plan is bought. */
const savedForMs = 24 * 3600 * 1000;

interface SavedOrder {
  /** Path and query of a checkout page of the dashboard. */
  readonly path: string;
  /** In ms since 1970. */
  readonly savedAt: number;
}

/** Saves the order that opens once a plan is active. */
export function saveOrder(path: string, now = Date.now()): void {
  const saved: SavedOrder = { path, savedAt: now };
  localStorage.setItem(KEY, JSON.stringify(saved));
}

/** Returns the path of the saved order; null if there is none, or it is older than a day. */
export function savedOrder(now = Date.now()): string | null {
  const saved = parse(localStorage.getItem(KEY));
  if (saved === null || now - saved.savedAt > savedForMs || now < saved.savedAt) return null;
  // Users can edit the storage: only pages of the dashboard are opened.
  return saved.path.startsWith('/dash/') || saved.path.startsWith('/payment/') ? saved.path : null;
}

/** Deletes the saved order. */
export function clearSavedOrder(): void {
  localStorage.removeItem(KEY);
}

function parse(stored: string | null): SavedOrder | null {
  try {
    const saved = JSON.parse(stored ?? 'null') as Partial<SavedOrder> | null;
    if (typeof saved?.path !== 'string' || typeof saved.savedAt !== 'number') return null;
    return { path: saved.path, savedAt: saved.savedAt };
  } catch {
    return null;
  }
}
