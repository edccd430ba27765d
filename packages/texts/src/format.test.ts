import { describe, expect, it } from 'vitest';
import { daysLeft, formatDay, formatDayAndTime, typographicMinus } from './format.ts';

describe('dates', () => {
  it('are written day, month, year', () => {
    expect(formatDay('2027-03-14T12:00:00Z')).toBe('14 March 2027');
  });

  it('carry the time where it matters', () => {
    expect(formatDayAndTime('2026-11-21T12:05:00Z')).toMatch(/^21 November at \d\d:05$/);
  });

  it('count the begun day and stop at zero', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(daysLeft('2026-11-22T13:00:00Z', now)).toBe(2);
    expect(daysLeft('2026-11-21T12:00:00Z', now)).toBe(0);
    expect(daysLeft('2026-11-01T12:00:00Z', now)).toBe(0);
  });
});

it('a reduction carries a true minus', () => {
  expect(typographicMinus('-$84.00')).toBe('\u2212$84.00');
});
