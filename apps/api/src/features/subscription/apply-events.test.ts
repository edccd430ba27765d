import { expect, test } from 'vitest';
import { noticeOf } from './apply-events.ts';

test.each([
  ['active', 'past_due', 'payment_failed'],
  ['past_due', 'past_due', null],
  ['past_due', 'active', null],
  ['trialing', 'cancelled', 'cancelled'],
  [null, 'cancelled', 'cancelled'],
  ['cancelled', 'cancelled', null],
  ['refunded', 'cancelled', null],
  ['expired', 'cancelled', null],
  ['active', 'refunded', null],
  ['active', 'expired', null],
] as const)('from %s to %s: %s', (before, after, notice) => {
  expect(noticeOf(before, after)).toBe(notice);
});
