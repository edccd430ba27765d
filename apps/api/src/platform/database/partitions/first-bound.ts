import { boundAt, monthOf, startOfMonth } from './month.ts';

const aheadMs = 60 * 24 * 3600 * 1000;

/** Returns the end of the first partition of a table that has rows: the start of the first month that begins at least 60 days after `now`. */
export function firstBound(now: Date): { readonly literal: string; readonly name: string } {
  const bound = startOfMonth(new Date(now.getTime() + aheadMs), 1);
  return { literal: boundAt(bound), name: monthOf(bound) };
}
