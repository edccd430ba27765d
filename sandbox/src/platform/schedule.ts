import type { Clock } from '@comet/foundation';

/** A due entry of a schedule. */
export interface ScheduledEvent {
  readonly at: Date;
  readonly kind: string;
}

/** The due entries of one provider. */
export interface Schedule<D extends ScheduledEvent = ScheduledEvent> {
  /** Returns the first due entry, or null. */
  next(): D | null;
  /** Executes the due entry; `next` changes afterwards. The clock is set to its time. */
  execute(due: D): void;
}

/**
 * Advances the clock to `until` and executes all entries that become due in any schedule, in order and with the clock at their time, so
 * that events and dates are as after real months. Returns the executed entries.
 */
export function advanceTime(
  schedules: readonly Schedule[],
  clock: SandboxClock,
  until: Date,
): ScheduledEvent[] {
  const happened: ScheduledEvent[] = [];
  for (;;) {
    const first = nextEvent(schedules);
    if (first === null || first.due.at > until) break;
    happened.push(first.due);
    clock.at(first.due.at, () => first.schedule.execute(first.due));
  }
  clock.moveTo(until);
  return happened;
}

/** Returns the first due entry of all schedules, with its schedule. */
export function nextEvent(
  schedules: readonly Schedule[],
): { due: ScheduledEvent; schedule: Schedule } | null {
  let first: { due: ScheduledEvent; schedule: Schedule } | null = null;
  for (const schedule of schedules) {
    const due = schedule.next();
    if (due !== null && (first === null || due.at < first.due.at)) first = { due, schedule };
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
