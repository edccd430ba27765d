/** The fields of a subscription that reminders need. */
export interface Remindable {
  readonly id: string;
  readonly months: number;
  readonly state: string;
  readonly isPrepaid: boolean;
  readonly activeUntil: Date;
  readonly nextPaymentAt: Date | null;
  readonly endedAt: Date | null;
}

/** The kind of a reminder and its date. */
export interface Reminder {
  readonly kind: 'renewal' | 'ends_in_a_week' | 'ends_tomorrow' | 'ended';
  readonly on: Date;
}

const dayMs = 24 * 3600 * 1000;
/** No reminder is sent for a plan that ended longer ago than this. */
const newsDays = 3;

/**
 * Returns the reminder that is due now, if any: a week before a plan of a year or more renews, a week and a day before a prepaid plan ends,
 * and after its end.
 */
export function reminderDue(subscription: Remindable, now: Date): Reminder | null {
  const { months, state, isPrepaid, activeUntil, nextPaymentAt, endedAt } = subscription;
  if (!isPrepaid) {
    const renews = state === 'active' && endedAt === null && months >= 12 && nextPaymentAt !== null;
    return renews && isWithin(nextPaymentAt, now, 7) ? { kind: 'renewal', on: nextPaymentAt } : null;
  }
  if (endedAt !== null) {
    const isNews = state === 'expired' && isWithin(now, activeUntil, newsDays);
    return isNews ? { kind: 'ended', on: activeUntil } : null;
  }
  if (state !== 'active') return null;
  if (isWithin(activeUntil, now, 1)) return { kind: 'ends_tomorrow', on: activeUntil };
  return isWithin(activeUntil, now, 7) ? { kind: 'ends_in_a_week', on: activeUntil } : null;
}

const hourMs = 3600 * 1000;

/**
 * Returns when a subscription is considered again, given the reminder that is due now: at its next reminder, or, in the week before its end
 * where none was due, within a day, because its state can change without its end; null for not again.
 */
export function considerNextAt(
  { activeUntil }: Pick<Remindable, 'activeUntil'>,
  reminder: Reminder | null,
  now: Date,
): Date | null {
  const fromEnd = (days: number) => new Date(activeUntil.getTime() + days * dayMs);
  if (reminder?.kind === 'ended' || now > fromEnd(newsDays)) return null;
  if (now < fromEnd(-7)) return fromEnd(-7);
  const next = [fromEnd(-1), activeUntil].find((at) => at > now);
  // The end is recorded some minutes after it.
  const soon = new Date(now.getTime() + (next === undefined ? hourMs : dayMs));
  return next !== undefined && next < soon ? next : soon;
}

/** Returns true when `at` is after `from`, by at most `days` days. */
function isWithin(at: Date, from: Date, days: number): boolean {
  const ahead = at.getTime() - from.getTime();
  return ahead > 0 && ahead <= days * dayMs;
}
