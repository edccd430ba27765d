import { expect, test } from 'vitest';
import { readMoney, readTime, readWhole, readWords, readYesNo, table } from './words.ts';

test('an amount has two decimals and is something', () => {
  expect(readMoney('11.99')).toBe(1199);
  for (const wrong of ['11.9', '11', '-1.00', '1e3', '0.00', '', '1.999', ' 1.00']) {
    expect(() => readMoney(wrong), wrong).toThrow(/amount/);
  }
});

test('numbers, answers and times are taken in one form only', () => {
  expect(readWhole('30', { min: 1, max: 36 })).toBe(30);
  for (const wrong of ['0', '37', '1.5', '-1', '0x10', '']) {
    expect(() => readWhole(wrong, { min: 1, max: 36 }), wrong).toThrow('Not a whole number from 1 to 36');
  }
  expect(readYesNo('no')).toBe(false);
  expect(() => readYesNo('maybe')).toThrow('Say yes or no');
  expect(readTime('2026-12-24').toISOString()).toBe('2026-12-24T00:00:00.000Z');
  for (const wrong of ['24.12.2026', '2026-13-01', 'tomorrow'])
    expect(() => readTime(wrong), wrong).toThrow('Not a day like');
});

test('an option that is not known, and a word too few or too many, are refused', () => {
  const given = { positions: ['ID'], options: ['price'] } as const;
  expect(readWords(['a', '--price', '1.00'], given)).toMatchObject({
    named: ['a'],
    options: { price: '1.00' },
  });
  expect(() => readWords(['a', '--prise', '1.00'], given)).toThrow('--prise');
  expect(() => readWords([], given)).toThrow('Expected ID, got none');
  expect(() => readWords(['a', 'b'], given)).toThrow('Expected ID, got a b');
});

test('a table stands in columns', () => {
  expect(table(['id', 'n'], [['long', '1']])).toBe('id    n\nlong  1');
});

test('what people wrote moves no cursor of a terminal, and begins no line of a table', () => {
  expect(table(['who'], [['\u{1b}[2Jada\r\n\u{202e}root']])).toBe('who\n[2Jadaroot');
});
