/** The letters of a user code: no vowels that spell words, none that look alike (RFC 8628 §6.1). */
const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** A code as typed or scanned, in the form that people read: `BCDF-GHJK`. Null when it cannot be one. */
export function parseUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  return CODE.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}
