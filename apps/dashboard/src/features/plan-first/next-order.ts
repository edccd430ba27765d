const KEY = 'comet:next-order';

/** Time in ms for which an order is kept while its plan is bought. */
const keptMs = 24 * 3600 * 1000;

interface KeptOrder {
  /** Path and query of a checkout of ours. */
  readonly address: string;
  /** In ms since 1970. */
  readonly at: number;
}

/** Keeps the order that opens once a plan is active. */
export function keepNextOrder(address: string, now = Date.now()): void {
  const kept: KeptOrder = { address, at: now };
  localStorage.setItem(KEY, JSON.stringify(kept));
}

/** Returns the kept order's address; null if there is none, or it is a day old. */
export function nextOrder(now = Date.now()): string | null {
  const kept = parse(localStorage.getItem(KEY));
  if (kept === null || now - kept.at > keptMs || now < kept.at) return null;
  // The storage can be edited: only a page of the dashboard is opened.
  return kept.address.startsWith('/dash/') || kept.address.startsWith('/payment/') ? kept.address : null;
}

export function forgetNextOrder(): void {
  localStorage.removeItem(KEY);
}

function parse(stored: string | null): KeptOrder | null {
  try {
    const kept = JSON.parse(stored ?? 'null') as Partial<KeptOrder> | null;
    if (typeof kept?.address !== 'string' || typeof kept.at !== 'number') return null;
    return { address: kept.address, at: kept.at };
  } catch {
    return null;
  }
}
