import { describe, expect, it } from 'vitest';
import { type Balance, gigabytesOf, levelOf, shareOf } from './balance.ts';

const full: Balance = {
  boughtBytes: 50e9,
  usedBytes: 40e9,
  availableBytes: 10e9,
  fullBytes: 10e9,
  stopped: false,
};

describe('remaining balance', () => {
  it.each([
    [10e9, 'fine'],
    [2e9 + 1, 'fine'],
    [2e9, 'low'],
    [5e8 + 1, 'low'],
    [5e8, 'very-low'],
    [1, 'very-low'],
    [0, 'empty'],
  ])('is relative to the last purchase, not to all purchases: %i of 10 GB is %s', (left, level) => {
    expect(levelOf({ ...full, availableBytes: left })).toBe(level);
  });

  it('shows no warning before the first purchase', () => {
    const none = { ...full, boughtBytes: 0, usedBytes: 0, availableBytes: 0, fullBytes: 0 };
    expect([levelOf(none), shareOf(none)]).toEqual(['fine', null]);
  });

  it('never exceeds the whole, also after a refund was reversed', () => {
    expect(shareOf({ ...full, availableBytes: 12e9 })).toBe(1);
  });
});

it('an amount is 1 to 1,000 whole gigabytes', () => {
  expect(['1', '1000', '0', '1001', '', '1.5', '1e2'].map(gigabytesOf)).toEqual([
    1,
    1000,
    null,
    null,
    null,
    null,
    null,
  ]);
});
