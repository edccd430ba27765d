const dayMs = 24 * 3600 * 1000;

/** Returns the same day and time `months` later, in UTC; a day that the month lacks becomes its last (31 January → 28 February). */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return moved;
}

/** Returns the time `days` times 24 hours later. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * dayMs);
}
