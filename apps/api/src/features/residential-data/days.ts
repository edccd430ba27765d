const dayMs = 24 * 3600 * 1000;

/** Returns the UTC day of a time, `2026-11-22`: the finest resolution in which traffic is stored. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns the last `count` days including that of `now`, the earliest first. */
export function lastDays(now: Date, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    dayOf(new Date(now.getTime() - (count - 1 - index) * dayMs)),
  );
}

/** The first day of the calendar month of `now`. */
export function monthOf(now: Date): string {
  return `${dayOf(now).slice(0, 7)}-01`;
}
