import type { Clock } from '@comet/foundation';

/** A due entry of a calendar. */
export interface Due {
  readonly at: Date;
  readonly kind: string;
}

/** The due entries of one provider. */
export interface Calendar<D extends Due = Due> {
  /** Returns the first due entry, or null. */
  next(): D | null;
  /** Executes the due entry; `next` changes afterwards. The clock is set to its time. */
  happen(due: D): void;
}

/**
 * Advances the clock to `until` and executes all entries that become due in any calendar, in order and with the clock at their time, so
 * that events and dates are as after real months. Returns the executed entries.
 */
export function advanceTime(calendars: readonly Calendar[], clock: SandboxClock, until: Date): Due[] {
  const happened: Due[] = [];
  for (;;) {
    const first = earliest(calendars);
    if (first === null || first.due.at > until) break;
    happened.push(first.due);
    clock.at(first.due.at, () => first.calendar.happen(first.due));
  }
  clock.moveTo(until);
  return happened;
}

/** Returns the first due entry of all calendars, with its calendar. */
export function earliest(calendars: readonly Calendar[]): { due: Due; calendar: Calendar } | null {
  let first: { due: Due; calendar: Calendar } | null = null;
  for (const calendar of calendars) {
    const due = calendar.next();
    if (due !== null && (first === null || due.at < first.due.at)) first = { due, calendar };
  }
  return first;
}

/** The sandbox's clock: real time plus an offset that only grows. */
export interface SandboxClock extends Clock {
  /** Advances the clock to `moment`; an earlier moment changes nothing. */
  moveTo(moment: Date): void;
  /** Runs `work` with the clock at `moment`, for entries that become due during an advance. */
  at<T>(moment: Date, work: () => T): T;
}

/** `offset` in ms is stored by the caller, so that it survives a restart. */
export function sandboxClock(system: Clock, offset: { clockOffset: number }): SandboxClock {
  let pinned: Date | null = null;
  const now = (): Date => pinned ?? new Date(system.now().getTime() + offset.clockOffset);
  return {
    now,
    moveTo(moment) {
      offset.clockOffset += Math.max(0, moment.getTime() - now().getTime());
    },
    at(moment, work) {
      const before = pinned;
      pinned = moment;
      try {
        return work();
      } finally {
        pinned = before;
      }
    },
  };
}
