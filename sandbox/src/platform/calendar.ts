import type { Clock } from '@comet/foundation';

/** Something that falls due, with what it is about. */
export interface Due {
  readonly at: Date;
  readonly kind: string;
}

/** What one part of the outside world has coming. */
export interface Calendar<D extends Due = Due> {
  /** What falls due first, or null. */
  next(): D | null;
  /** Executes the due entry; `next` changes afterwards. The clock is set to its time. */
  happen(due: D): void;
}

/**
 * Advances the clock to `until`: everything that becomes due, in any calendar, happens in order and at its own
 * time, so that events and dates are as after months. Returns the executed entries.
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

/** What falls due first among all calendars, and in which. */
export function earliest(calendars: readonly Calendar[]): { due: Due; calendar: Calendar } | null {
  let first: { due: Due; calendar: Calendar } | null = null;
  for (const calendar of calendars) {
    const due = calendar.next();
    if (due !== null && (first === null || due.at < first.due.at)) first = { due, calendar };
  }
  return first;
}

/** The sandbox's time: the real one plus an offset that only grows, so that months pass in a moment. */
export interface SandboxClock extends Clock {
  /** Moves forward to `moment`; an earlier one changes nothing. */
  moveTo(moment: Date): void;
  /** Runs `work` as if it were `moment`, which is how things that fall due in the middle of a jump get their own time. */
  at<T>(moment: Date, work: () => T): T;
}

/** `offset` is kept by the caller, in milliseconds, so that it survives a restart. */
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
