/** A time that one payment bought. */
export interface PaidPeriod {
  readonly subscription: string;
  readonly from: Date;
  readonly until: Date;
  /** Ended for good in the middle: it cannot be made longer. */
  readonly isClosed: boolean;
}

/** Days that were given for nothing, and when they were taken back, if they were. */
export interface GivenDays {
  readonly id: string;
  readonly days: number;
  readonly at: Date;
  readonly takenBackAt: Date | null;
}

export interface Placed {
  /** The end of each subscription's last period, free days included. */
  readonly endOf: ReadonlyMap<string, Date>;
  /** Rows that have made a period longer, and by how many milliseconds. */
  readonly added: ReadonlyMap<string, number>;
  /** Rows that wait for a period, oldest first. */
  readonly waiting: readonly GivenDays[];
}

const dayMs = 24 * 3600 * 1000;

/**
 * Puts free days at the end of what is paid for. Days that are given while a period runs make that one longer; others wait for the next one
 * that begins. A renewal that comes before the free days before it are used up takes the rest of them with it. Days are taken back as far as
 * they are not used yet; what was paid for is never touched.
 *
 * A function of the *sets* of periods and days: the order in which anybody heard of them plays no part.
 */
export function placeDays(periods: readonly PaidPeriod[], given: readonly GivenDays[]): Placed {
  const endOf = new Map<string, Date>();
  const added = new Map<string, number>();
  const open = [...periods].sort(byStart);
  let waiting = [...given].sort(byTime);
  let before = { end: Number.NEGATIVE_INFINITY, free: 0 };
  for (const period of open) {
    if (period.isClosed) {
      endOf.set(period.subscription, period.until);
      continue;
    }
    const kept = Math.min(Math.max(before.end - period.from.getTime(), 0), before.free);
    let end = period.until.getTime() + kept;
    const later = waiting.findIndex((row) => {
      if (row.at.getTime() >= end) return true;
      const gain = unusedPart(row, end);
      if (gain > 0) added.set(row.id, gain);
      end += gain;
      return false;
    });
    waiting = later === -1 ? [] : waiting.slice(later);
    before = { end, free: end - period.until.getTime() };
    endOf.set(period.subscription, new Date(end));
  }
  return { endOf, added, waiting: waiting.filter((row) => row.takenBackAt === null) };
}

/** How much of a row counts when its days begin at `start`: all of it, or what was used before it was taken back. */
function unusedPart({ days, takenBackAt }: GivenDays, start: number): number {
  if (takenBackAt === null) return days * dayMs;
  return Math.min(Math.max(takenBackAt.getTime() - start, 0), days * dayMs);
}

function byStart(one: PaidPeriod, other: PaidPeriod): number {
  return (
    one.from.getTime() - other.from.getTime() ||
    one.until.getTime() - other.until.getTime() ||
    compareText(one.subscription, other.subscription)
  );
}

function byTime(one: GivenDays, other: GivenDays): number {
  return one.at.getTime() - other.at.getTime() || compareText(one.id, other.id);
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
