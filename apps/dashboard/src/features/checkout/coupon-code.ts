/** A code that nobody can have made. */
const none = 'NO-SUCH-CODE';

/** A coupon's code as it was typed or stands in an address: what cannot be one is not sent, and is answered as one that nobody has made. */
export function couponCode(typed: string): string {
  const code = typed.trim().toUpperCase();
  return /^[A-Z0-9-]{1,40}$/.test(code) ? code : none;
}
