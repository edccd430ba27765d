import { statusTexts } from '@comet/texts/site';
import { expect, test } from 'vitest';
import { barsOf, incidentsNote, summaryOf, toneOf, uptimeOf, worseTone } from './history.ts';

const day = (working: number, degraded = 0, down = 0) => ({ day: '2026-11-27', working, degraded, down });

test.each([
  [undefined, 'none'],
  [day(0), 'none'],
  [day(10), 'safe'],
  [day(1439, 1), 'warn'],
  [day(1436, 0, 4), 'warn'],
  [day(1435, 0, 5), 'danger'],
] as const)('a day of %j is %s', (measured, tone) => {
  expect(toneOf(measured)).toBe(tone);
});

test('has a bar for each day, and days without data are not shown as up', () => {
  const bars = barsOf([day(100)], '2026-11-26', '2026-11-28');
  expect(bars.map(({ tone }) => tone)).toEqual(['none', 'safe', 'none']);
  expect(bars.map(({ text }) => text)).toEqual([
    '26\u00a0November: No data',
    '27\u00a0November: up for every measured minute',
    '28\u00a0November: No data',
  ]);
});

test('rounds the share of minutes that were up down, and returns none without data', () => {
  expect(uptimeOf([])).toBeNull();
  expect(uptimeOf([day(100, 20)])).toBe('100%');
  expect(uptimeOf([day(99_999, 0, 1)])).toBe('99.99%');
  expect(summaryOf([])).toBe('No data');
  expect(summaryOf([day(99, 0, 1)])).toBe('99% up over 1 measured day');
});

test.each([
  ['safe', 'danger', 'danger'],
  ['none', 'warn', 'warn'],
  ['danger', 'safe', 'danger'],
  ['safe', 'none', 'safe'],
] as const)('today’s bar, measured as %s, is not better than the state now, %s', (measured, now, shown) => {
  expect(worseTone(measured, now)).toBe(shown);
});

const past = { ended_at: '2026-11-27T10:00:00Z' };
const ongoing = { ended_at: null };

test.each([
  [[], false, statusTexts.incidents.none],
  [[], true, statusTexts.incidents.notListedYet],
  [[past], true, statusTexts.incidents.notListedYet],
  [[past], false, ''],
  [[past, ongoing], true, ''],
])('with the incidents %j, down now: %s, the list says: %s', (listed, isDown, note) => {
  expect(incidentsNote(listed, isDown)).toBe(note);
});
