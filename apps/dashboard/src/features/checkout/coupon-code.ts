/** A code that cannot exist. */
const none = 'NO-SUCH-CODE';

/**
 * A typed coupon code, or one from a URL. A malformed code is not sent, and gets the error of an unknown one.
 */
export function couponCode(typed: string): string {
  const code = typed.trim().toUpperCase();
  return /^[A-Z0-9-]{1,40}$/.test(code) ? code : none;
}
