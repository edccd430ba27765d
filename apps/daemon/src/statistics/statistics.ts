import * as z from 'zod/mini';

/** Limits of what is kept: closed sessions, and months before the current one. */
export const maxSessions = 5_000;
const keptMonths = 12;

const bytes = z.int().check(z.minimum(0));
const session = z.object({
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  location: z.string().check(z.maxLength(60)),
  transport: z.string().check(z.maxLength(60)),
  received: bytes,
  sent: bytes,
});

export const statisticsSchema = z.object({
  /** Closed sessions in the order of their ends. */
  sessions: z.array(session).check(z.maxLength(maxSessions)),
  /** In the order of months. They are sums of their own: a change of the time zone moves no bytes between them. */
  months: z.array(
    z.object({
      month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
      sessions: bytes,
      received: bytes,
      sent: bytes,
    }),
  ),
  /** The session that lasts; `endedAt` is the time of its last traffic. `counters`: the tunnel's own, from which differences are taken. */
  open: z.nullable(z.extend(session, { counters: z.object({ received: bytes, sent: bytes }) })),
});

export type Statistics = Readonly<z.output<typeof statisticsSchema>>;
type MonthSums = Statistics['months'][number];

/** Bytes through a tunnel since its device was made. */
export interface Counters {
  readonly received: number;
  readonly sent: number;
}

/** What is recorded of a session besides times and bytes: no address, host name or network. */
export interface SessionLabel {
  readonly location: string;
  readonly transport: string;
}

export const noStatistics: Statistics = { sessions: [], months: [], open: null };

/** The calendar month of this machine's time zone, as `2026-11`. */
export function monthOf(now: Date): string {
  return `${String(now.getFullYear()).padStart(4, '0')}-${String(now.getMonth() + 1).padStart(2, '0')}`;
}

/** Begins a session; one that is open is closed first. `counters`: bytes that do not count, because they passed before. */
export function begin(before: Statistics, label: SessionLabel, counters: Counters, now: Date): Statistics {
  const closed = end(before, now);
  const at = now.toISOString();
  return {
    ...closed,
    months: withSums(closed.months, monthOf(now), { sessions: 1, received: 0, sent: 0 }),
    open: { ...label, startedAt: at, endedAt: at, received: 0, sent: 0, counters: { ...counters } },
  };
}

/**
 * Adds what passed since the last call to the open session and to the current month. Counters below the last ones are those of a new
 * device, which began at zero.
 */
export function count(before: Statistics, counters: Counters, now: Date): Statistics {
  const { open } = before;
  if (open === null) return before;
  const grown = (next: number, last: number): number => (next >= last ? next - last : next);
  const received = grown(counters.received, open.counters.received);
  const sent = grown(counters.sent, open.counters.sent);
  if (received === 0 && sent === 0) return before;
  return {
    ...before,
    months: withSums(before.months, monthOf(now), { sessions: 0, received, sent }),
    open: {
      ...open,
      endedAt: notBefore(open.endedAt, now),
      received: open.received + received,
      sent: open.sent + sent,
      counters: { received: counters.received, sent: counters.sent },
    },
  };
}

/** Closes the open session and removes what is older than 13 months. */
export function end(before: Statistics, now: Date): Statistics {
  if (before.open === null) return prune(before, now);
  return recovered(
    { ...before, open: { ...before.open, endedAt: notBefore(before.open.endedAt, now) } },
    now,
  );
}

/** Closes a session that a crash left open, at its last traffic. */
export function recovered(before: Statistics, now: Date): Statistics {
  if (before.open === null) return prune(before, now);
  const { counters: _, ...closed } = before.open;
  return prune({ ...before, sessions: [...before.sessions, closed], open: null }, now);
}

/** A clock that was set back ends no session before its beginning. */
function notBefore(last: string, now: Date): string {
  const at = now.toISOString();
  return at > last ? at : last;
}

function prune({ sessions, months, open }: Statistics, now: Date): Statistics {
  const first = new Date(now.getFullYear(), now.getMonth() - keptMonths, 1);
  const oldest = monthOf(first);
  return {
    sessions: sessions.filter(({ endedAt }) => new Date(endedAt) >= first).slice(-maxSessions),
    months: months.filter(({ month }) => month >= oldest),
    open,
  };
}

function withSums(months: readonly MonthSums[], month: string, added: Omit<MonthSums, 'month'>): MonthSums[] {
  const known = months.find((one) => one.month === month) ?? { month, sessions: 0, received: 0, sent: 0 };
  const sums = {
    month,
    sessions: known.sessions + added.sessions,
    received: known.received + added.received,
    sent: known.sent + added.sent,
  };
  return [...months.filter((one) => one.month !== month), sums].sort((one, other) =>
    one.month < other.month ? -1 : 1,
  );
}

/** A share of the budget that the current month has reached. */
export interface BudgetAlert {
  readonly month: string;
  readonly percent: 80 | 100;
  readonly used: number;
  readonly budget: number;
}

/** Returns the highest share that the current month has reached; null below 80 % and without a budget. */
export function budgetAlert({ months }: Statistics, budget: number | null, now: Date): BudgetAlert | null {
  if (budget === null) return null;
  const month = monthOf(now);
  const sums = months.find((one) => one.month === month);
  const used = (sums?.received ?? 0) + (sums?.sent ?? 0);
  if (used < budget * 0.8) return null;
  return { month, percent: used >= budget ? 100 : 80, used, budget };
}
