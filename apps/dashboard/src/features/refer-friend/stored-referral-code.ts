const KEY = 'comet:referral-code';
const LIFETIME_MS = 30 * 24 * 3600 * 1000;
/** Longer than any code with separators between its characters. */
const MAX_LENGTH = 40;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Stores the code of a referral link for thirty days, for any method of registration. A later link replaces
 * an earlier one.
 */
export function storeReferralCode(store: Store, code: string, now: Date): void {
  if (code === '' || code.length > MAX_LENGTH) return;
  store.setItem(KEY, JSON.stringify({ code, until: now.getTime() + LIFETIME_MS }));
}

/** The stored code; null without one or after it has expired. */
export function storedReferralCode(store: Store, now: Date): string | null {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('code' in kept) || !('until' in kept)) return null;
    const { code, until } = kept;
    return typeof code === 'string' && typeof until === 'number' && until > now.getTime() ? code : null;
  } catch {
    return null;
  }
}

export function removeReferralCode(store: Store): void {
  store.removeItem(KEY);
}
