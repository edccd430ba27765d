import type { BillingCycle } from './wire.ts';

/** Returns the time one `cycle` after `start`, in UTC, at most the last day of the month (31 January + 1 month = 28 or 29 February). */
export function addCycle(start: Date, cycle: BillingCycle): Date {
  switch (cycle.interval) {
    case 'day':
      return addDays(start, cycle.frequency);
    case 'week':
      return addDays(start, 7 * cycle.frequency);
    case 'month':
      return addMonths(start, cycle.frequency);
    case 'year':
      return addMonths(start, 12 * cycle.frequency);
  }
}

function addDays(start: Date, days: number): Date {
  const end = new Date(start);
  end.setUTCDate(end.getUTCDate() + days);
  return end;
}

function addMonths(start: Date, months: number): Date {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}
