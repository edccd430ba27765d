import { expect, test } from 'vitest';
import { planOpened, planQuota } from './opening-plan.ts';

test('proceeds without a quota account, or with quota left', () => {
  expect(planQuota(null, 'none')).toEqual({ kind: 'proceed' });
  expect(planQuota({ left: 1, isEmpty: false }, 'none')).toEqual({ kind: 'proceed' });
  expect(planQuota({ left: 1, isEmpty: false }, 'answered')).toEqual({ kind: 'proceed' });
});

test('reserves quota at zero, then waits unless the account is known to be empty', () => {
  expect(planQuota({ left: 0, isEmpty: false }, 'none')).toEqual({ kind: 'reserve' });
  expect(planQuota({ left: 0, isEmpty: false }, 'requested')).toEqual({ kind: 'wait' });
  expect(planQuota({ left: 0, isEmpty: true }, 'requested')).toEqual({ kind: 'refuse', refusal: 'no_data' });
});

test('distinguishes an empty quota account from a request without an answer', () => {
  const quota = { left: 0, isEmpty: false };
  expect(planQuota(quota, 'answered')).toEqual({ kind: 'refuse', refusal: 'no_data' });
  expect(planQuota(quota, 'timed-out')).toEqual({ kind: 'refuse', refusal: 'data_unknown' });
});

test('closes an opened connection after a changed grant or a failed exit', () => {
  const exit = { isGone: false, view: { healthy: true } };
  const customer = { generation: 1, isGone: false };
  expect(planOpened({ customer, exit }, 1)).toBeNull();
  expect(planOpened({ customer, exit }, 0)).toBe('exit_failed');
  expect(planOpened({ customer: { ...customer, isGone: true }, exit }, 0)).toBe('bad_credentials');
  expect(planOpened({ customer, exit: { ...exit, isGone: true } }, 1)).toBe('exit_failed');
  expect(planOpened({ customer, exit: { ...exit, view: { healthy: false } } }, 1)).toBe('exit_failed');
});
