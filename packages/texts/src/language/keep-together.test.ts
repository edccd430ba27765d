import { expect, test } from 'vitest';
import * as desktopTexts from '../desktop/index.ts';
import * as dashboardTexts from '../index.ts';
import { keepTogether } from './keep-together.ts';
import { formatText } from './format-text.ts';

const shown = (text: string): string => text.replaceAll('\u00a0', '_');

test.each([
  ['added 29 November 2026', 'added 29_November_2026'],
  ['14 Mar', '14_Mar'],
  ['on 21 November 2026 at 12:05 UTC', 'on 21_November_2026 at 12:05_UTC'],
  ['5 GB left of 20 GB', '5_GB left of 20_GB'],
  ['1,440 minutes, 12 ms and 2 h 5 min', '1,440_minutes, 12_ms and 2_h 5_min'],
  ['30 free days and 1 extra month', '30_free_days and 1_extra_month'],
  ['$4.99 a month, $1.20 per GB', '$4.99 a_month, $1.20 per_GB'],
  ['10 devices in 13 locations', '10_devices in 13_locations'],
])('keeps %j whole', (text, whole) => {
  expect(shown(keepTogether(text))).toBe(whole);
});

test.each(['a device in March', 'Up to 3 files', 'In 2 other ways', 'Step 2 of 3', '5 GB/s'])(
  'lets %j wrap',
  (text) => {
    expect(keepTogether(text)).toBe(text);
  },
);

test('a completed sentence is kept whole', () => {
  expect(shown(formatText('{left} GB left until {day}', { left: 5, day: '1 May 2027' }))).toBe(
    '5_GB left until 1_May_2027',
  );
});

test('sentences of screens without placeholders keep amounts with their units', () => {
  // The text to share is copied.
  const { shareText: _, ...referralTexts } = dashboardTexts.referralTexts;
  const texts = [...leavesOf({ ...dashboardTexts, referralTexts }), ...leavesOf(desktopTexts)];
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => !/\{\w+\}/.test(text) && keepTogether(text) !== text)).toEqual([]);
});

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leavesOf);
}
