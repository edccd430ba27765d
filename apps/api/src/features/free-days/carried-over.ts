/**
 * How much free time at the end of a period a change of plan takes along, in milliseconds. Paddle credits what is left of the old period in
 * money, and spreads the price over all of it, the free time at its end included. So free time is used up evenly with the time that was paid
 * for: what was used is in the credit already, the rest goes on. Together they are worth exactly what was not used; once only free time is
 * left, all of it is in the credit.
 */
export function carriedOver(
  period: { readonly from: Date; readonly boughtUntil: Date },
  freeMs: number,
  changedAt: Date,
): number {
  const [from, until, at] = [period.from, period.boughtUntil, changedAt].map((time) => time.getTime());
  if (from === undefined || until === undefined || at === undefined || until <= from) return 0;
  const unused = Math.min(1, Math.max(0, (until - at) / (until - from)));
  // Whole seconds: nobody tells a payment by less.
  return Math.floor((freeMs * unused) / 1000) * 1000;
}
