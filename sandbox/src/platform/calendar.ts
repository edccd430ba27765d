import type { SandboxClock } from './sandbox-clock.ts';

/** Something that falls due, with what it is about. */
export interface Due {
  readonly at: Date;
  readonly kind: string;
}

/** What one part of the outside world has coming. */
export interface Calendar<D extends Due = Due> {
  /** What falls due first, or null. */
  next(): D | null;
  /** Lets it happen; afterwards `next` is something else. The clock stands at its moment. */
  happen(due: D): void;
}

/**
 * Lets time pass until `until`: everything that falls due, in whichever calendar, happens in its order and at its own
 * moment, so that events and dates read as if months had gone by. Returns what happened.
 */
export function passTime(calendars: readonly Calendar[], clock: SandboxClock, until: Date): Due[] {
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
