import { expect, test } from 'vitest';
import { hasPlan } from '../subscription/index.ts';
import { accessOf } from './download-screen.tsx';

test.each([
  [false, 'active', 'unverified'],
  [false, null, 'unverified'],
  [true, null, 'no-plan'],
  [true, 'expired', 'no-plan'],
  [true, 'refunded', 'no-plan'],
  [true, 'trialing', 'open'],
  [true, 'active', 'open'],
  [true, 'past_due', 'open'],
  [true, 'cancelled', 'open'],
] as const)('verified %s and %s: %s', (verified, state, access) => {
  expect(accessOf(verified, hasPlan(state === null ? null : { state }))).toBe(access);
});
