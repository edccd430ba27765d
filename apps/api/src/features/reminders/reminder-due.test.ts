import { expect, test } from 'vitest';
import { considerNextAt, reminderDue, type Remindable } from './reminder-due.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const later = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000);
const renewing = (days: number, rest: Partial<Remindable> = {}): Remindable => ({
  id: 'one',
  months: 12,
  state: 'active',
  isPrepaid: false,
  activeUntil: later(days),
  nextPaymentAt: later(days),
  endedAt: null,
  ...rest,
});
const prepaid = (days: number, rest: Partial<Remindable> = {}): Remindable =>
  renewing(days, { isPrepaid: true, nextPaymentAt: null, ...rest });

test.each([
  ['a year renews in eight days', renewing(8), null],
  ['a year renews in seven days', renewing(7), 'renewal'],
  ['a year renews in an hour', renewing(0.04), 'renewal'],
  ['a year should have renewed', renewing(-0.01), null],
  ['a month renews in two days', renewing(2, { months: 1 }), null],
  ['a year was cancelled', renewing(2, { state: 'cancelled', nextPaymentAt: null }), null],
  ['a payment failed', renewing(2, { state: 'past_due' }), null],
  ['crypto ends in eight days', prepaid(8), null],
  ['crypto ends in seven days', prepaid(7, { months: 1 }), 'ends_in_a_week'],
  ['crypto ends in a day', prepaid(1), 'ends_tomorrow'],
  ['crypto has ended', prepaid(-1, { state: 'expired', endedAt: later(-1) }), 'ended'],
  ['crypto ended last week', prepaid(-7, { state: 'expired', endedAt: later(-7) }), null],
  ['crypto was refunded', prepaid(-1, { state: 'refunded', endedAt: later(-1) }), null],
])('%s', (_case, subscription, kind) => {
  expect(reminderDue(subscription, now)?.kind ?? null).toBe(kind);
});

test.each([
  ['an end in a month, at the week before it', prepaid(30), later(23)],
  ['after the reminder of a week, at the day before the end', prepaid(1.5), later(0.5)],
  ['in the week before it, within a day', prepaid(6), later(1)],
  ['a renewal that is not due, within a day', renewing(5, { state: 'past_due' }), later(1)],
  ['on the last day, at the end', prepaid(0.5), later(0.5)],
  ['an end that is not recorded yet, within an hour', prepaid(-0.01), later(1 / 24)],
  ['a recorded end, not again', prepaid(-1, { state: 'expired', endedAt: later(-1) }), null],
  ['an end of four days ago, not again', prepaid(-4), null],
])('considers again: %s', (_case, subscription, next) => {
  expect(considerNextAt(subscription, reminderDue(subscription, now), now)).toEqual(next);
});
