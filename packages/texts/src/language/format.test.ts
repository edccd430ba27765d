import { formatShortDay } from './short-day.ts';
import { describe, expect, it } from 'vitest';
import {
  countryInSentence,
  countryName,
  daysLeft,
  formatCalendarDay,
  formatDay,
  formatDayAndTime,
  formatDaysAgo,
  formatList,
  formatMoney,
  formatNumber,
  typographicMinus,
} from './format.ts';

describe('dates', () => {
  it('are written day, month, year', () => {
    expect(formatDay('2027-03-14T12:00:00Z')).toBe('14\u00a0March\u00a02027');
  });

  it('calendar days do not depend on the time zone', () => {
    expect(formatCalendarDay('2027-03-14')).toBe('14\u00a0March');
    expect(formatShortDay('2027-03-14')).toBe('14\u00a0Mar');
  });

  it('include the time if it is relevant', () => {
    expect(formatDayAndTime('2026-11-21T12:05:00Z')).toMatch(/^21\u00a0November at \d\d:05$/);
  });

  it('in the past are shown as a number of days', () => {
    const now = new Date(2026, 10, 21, 0, 30);
    const daysBefore = (days: number) =>
      formatDaysAgo(new Date(2026, 10, 21 - days, 0, 10).toISOString(), now);
    expect([0, 1, 2, 30].map(daysBefore)).toEqual([
      'today',
      'yesterday',
      '2\u00a0days ago',
      '30\u00a0days ago',
    ]);
    expect(formatDaysAgo(new Date(2026, 10, 20, 23, 59).toISOString(), now)).toBe('yesterday');
    expect(formatDaysAgo(new Date(2026, 10, 22).toISOString(), now)).toBe('today');
  });

  it('count the current day and stop at zero', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(daysLeft('2026-11-22T13:00:00Z', now)).toBe(2);
    expect(daysLeft('2026-11-21T12:00:00Z', now)).toBe(0);
    expect(daysLeft('2026-11-01T12:00:00Z', now)).toBe(0);
  });
});

it('a reduction has a minus sign (U+2212)', () => {
  expect(typographicMinus('-$84.00')).toBe('\u2212$84.00');
});

it('money is written with its currency sign, and numbers with the requested number of decimals', () => {
  expect(formatMoney({ amount: 5988, currency: 'USD' })).toBe('$59.88');
  expect(formatMoney({ amount: -8400, currency: 'EUR' })).toBe('-€84.00');
  expect([formatNumber(1234.567), formatNumber(0.04, 1)]).toEqual(['1,234.57', '0']);
});

it('countries are named, and lists are joined by the rules of the language', () => {
  expect(countryName('nl')).toBe('Netherlands');
  expect([countryInSentence('nl'), countryInSentence('jp')]).toEqual(['the Netherlands', 'Japan']);
  expect(formatList(['Spain', 'Norway', 'Japan'])).toBe('Spain, Norway and Japan');
});
