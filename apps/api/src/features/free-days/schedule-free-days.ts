/** A time that one payment bought. */
export interface PaidPeriod {
  readonly subscription: string;
  readonly from: Date;
  /** The end of what its money bought; free months come after it. */
  readonly boughtUntil: Date;
  readonly until: Date;
  /** It began where a change of plan cut the one before off. */
  readonly isPlanChange: boolean;
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

export interface ScheduledDays {
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
 * that begins. A renewal that comes before the free days before it are used up takes the rest of them with it; a change of plan takes what it
 * does not credit in money. Days are taken back as far as they are not used yet; what was paid for is never touched.
 *
 * A function of the *sets* of periods and days: the order in which anybody heard of them plays no part.
 */
export function scheduleFreeDays(periods: readonly PaidPeriod[], given: readonly GivenDays[]): ScheduledDays {
  const endOf = new Map<string, Date>();
  const added = new Map<string, number>();
  const open = [...periods].sort(byStart);
  let waiting = [...given].sort(byTime);
  let before: { period: PaidPeriod; end: number; free: number } | null = null;
  for (const [index, period] of open.entries()) {
    if (period.isClosed) {
      endOf.set(period.subscription, period.until);
      continue;
    }
    let end: number = period.until.getTime() + (before === null ? 0 : keptOf(before, period));
    const next = open[index + 1];
    const cutOff = next?.isPlanChange === true ? next.from.getTime() : Number.POSITIVE_INFINITY;
    const later = waiting.findIndex((row) => {
      if (row.at.getTime() >= Math.min(end, cutOff)) return true;
      const gain = unusedPart(row, end);
      if (gain > 0) added.set(row.id, gain);
      end += gain;
      return false;
    });
    waiting = later === -1 ? [] : waiting.slice(later);
    before = { period, end, free: end - period.until.getTime() };
    endOf.set(period.subscription, new Date(end));
  }
  return { endOf, added, waiting: waiting.filter((row) => row.takenBackAt === null) };
}

/** The free time that goes on into the next period, in milliseconds. */
function keptOf(
  before: { readonly period: PaidPeriod; readonly end: number; readonly free: number },
  next: PaidPeriod,
): number {
  if (next.isPlanChange) return carriedOver(before.period, before.free, next.from);
  return Math.min(Math.max(before.end - next.from.getTime(), 0), before.free);
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
