import { expect, it } from 'vitest';
import type { Subscription } from '../subscription/index.ts';
import { forfeitedDays } from './delete-account-screen.tsx';

const now = new Date('2026-11-21T12:00:00Z');
const until = (state: Subscription['state'], activeUntil: string) =>
  forfeitedDays({ state, activeUntil } as Subscription, now);

it('counts the remaining days of an active plan, including today', () => {
  expect(until('active', '2026-11-22T12:00:00Z')).toBe(1);
  expect(until('trialing', '2026-11-22T12:00:01Z')).toBe(2);
  expect(until('cancelled', '2026-12-21T12:00:00Z')).toBe(30);
  expect(until('past_due', '2026-11-20T12:00:00Z')).toBe(0);
});

it('returns no days without an active plan', () => {
  expect(forfeitedDays(null, now)).toBe(0);
  expect(until('refunded', '2026-12-21T12:00:00Z')).toBe(0);
  expect(until('expired', '2026-12-21T12:00:00Z')).toBe(0);
});
