/** A period that one payment bought. */
export interface PaidPeriod {
  readonly subscription: string;
  readonly from: Date;
  /** The end of the paid time; free months follow it. */
  readonly boughtUntil: Date;
  readonly until: Date;
  /** A plan change ended the previous period when this one began. */
  readonly isPlanChange: boolean;
  /** Ended early and permanently: free days cannot extend it. */
  readonly isClosed: boolean;
}

/** Free days given to an account, and when they were revoked, if they were. */
export interface GivenDays {
  readonly id: string;
  readonly days: number;
  readonly at: Date;
  readonly takenBackAt: Date | null;
}

interface ScheduledDays {
  /** The end of each subscription's last period, free days included. */
  readonly endOf: ReadonlyMap<string, Date>;
  /** Ids of rows that extended a period, with the extension in milliseconds. */
  readonly added: ReadonlyMap<string, number>;
  /** Rows not yet assigned to a period, oldest first. */
  readonly waiting: readonly GivenDays[];
}

const dayMs = 24 * 3600 * 1000;

/**
 * Adds free days to the end of paid periods. Days given during a period extend that one; others wait for the next period. A renewal that
 * begins before the earlier free days are used up takes the rest of them over; a plan change takes over what it does not credit in money.
 * Revoking removes only unused days, never paid time.
 *
 * The result depends only on the *sets* of periods and days, not on the order in which they were recorded.
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

/** Returns the free time carried over into the next period, in milliseconds. */
function keptOf(
  before: { readonly period: PaidPeriod; readonly end: number; readonly free: number },
  next: PaidPeriod,
): number {
  if (next.isPlanChange) return carriedOver(before.period, before.free, next.from);
  return Math.min(Math.max(before.end - next.from.getTime(), 0), before.free);
}

/**
 * Returns the part of a row that counts if its days begin at `start`, in milliseconds: all of it, or the part used before it was revoked.
 */
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
 * Returns the free time at the end of a period that a plan change carries over, in milliseconds. Paddle credits the unused part of the old
 * period in money, and spreads the price over the whole period, including the free time at its end. So free time is used up in proportion
 * to paid time: the used part is in the credit already, and the rest is carried over. Together they are worth exactly the unused part; once
 * only free time is left, all of it is in the credit.
 */
export function carriedOver(
  period: { readonly from: Date; readonly boughtUntil: Date },
  freeMs: number,
  changedAt: Date,
): number {
  const [from, until, at] = [period.from, period.boughtUntil, changedAt].map((time) => time.getTime());
  if (from === undefined || until === undefined || at === undefined || until <= from) return 0;
  const unused = Math.min(1, Math.max(0, (until - at) / (until - from)));
  // Whole seconds: payments have no finer resolution.
  return Math.floor((freeMs * unused) / 1000) * 1000;
}
