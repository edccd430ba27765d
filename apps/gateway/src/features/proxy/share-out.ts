/**
 * Divides a capacity so that nobody gets more than it wants, and nobody who wants more has less than another (max-min fairness; Bertsekas
 * and Gallager, Data Networks, §6.5.2). Shares come in the order of the wants; they sum to the capacity, or to all wants if that is less.
 */
export function shareOut(capacity: number, wants: readonly number[]): readonly number[] {
  const shares = wants.map(() => 0);
  const byWant = wants.map((want, index) => ({ want, index })).toSorted((a, b) => a.want - b.want);
  let left = capacity;
  for (const [done, { want, index }] of byWant.entries()) {
    const share = Math.min(want, left / (byWant.length - done));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
