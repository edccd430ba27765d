import { expect, test } from 'vitest';
import {
  isId,
  readMoney,
  readTextFile,
  readTime,
  readWhole,
  readArguments,
  readYesNo,
  table,
} from './command-arguments.ts';

test('accepts an amount with two decimals above zero', () => {
  expect(readMoney('11.99')).toBe(1199);
  for (const wrong of ['11.9', '11', '-1.00', '1e3', '0.00', '', '1.999', ' 1.00']) {
    expect(() => readMoney(wrong), wrong).toThrow(/amount/);
  }
  for (const wrong of ['12', '11,99', '$11.99', '']) {
    expect(() => readMoney(wrong), wrong).toThrow(
      `Not an amount: ${wrong}. Use dollars and cents with a dot and two decimals, such as 11.99`,
    );
  }
});

test('accepts numbers, yes/no values and times in one form only', () => {
  expect(readWhole('30', { min: 1, max: 36 })).toBe(30);
  for (const wrong of ['0', '37', '1.5', '-1', '0x10', '']) {
    expect(() => readWhole(wrong, { min: 1, max: 36 }), wrong).toThrow('Not a whole number from 1 to 36');
  }
  expect(readYesNo('no')).toBe(false);
  expect(() => readYesNo('maybe')).toThrow('Use yes or no');
  expect(readTime('2026-12-24').toISOString()).toBe('2026-12-24T00:00:00.000Z');
  for (const wrong of ['24.12.2026', '2026-13-01', 'tomorrow'])
    expect(() => readTime(wrong), wrong).toThrow('Not a day such as');
});

test('rejects an unknown option, and too few or too many arguments', () => {
  const given = { positions: ['ID'], options: ['price'] } as const;
  expect(readArguments(['a', '--price', '1.00'], given)).toMatchObject({
    named: ['a'],
    options: { price: '1.00' },
  });
  expect(() => readArguments(['a', '--prise', '1.00'], given)).toThrow(
    'Unknown option --prise: use --price. Put arguments that start with - at the end, after --',
  );
  expect(() => readArguments(['-x'], { positions: [], options: [] })).toThrow(
    'Unknown option -x: this command has no options.',
  );
  for (const words of [
    ['a', '--price'],
    ['a', '--price', '--other'],
  ])
    expect(() => readArguments(words, given)).toThrow('--price needs a value, as in --price=VALUE');
  expect(() => readArguments(['a', '-30'], given)).toThrow('Negative numbers aren’t allowed here: -30');
  expect(() => readArguments([], given)).toThrow('Expected ID, got none');
  expect(() => readArguments(['a', 'b'], given)).toThrow('Expected ID, got a b');
});

test('reports the name of an unreadable file and the reason', async () => {
  await expect(readTextFile('/nowhere/sold.json')).rejects.toThrow('File not found: /nowhere/sold.json');
  await expect(readTextFile('/')).rejects.toThrow('/ is a folder, not a file');
});

test('accepts a UUID as an id, not only its characters', () => {
  expect(isId('1F9A5E1C-0000-4000-8000-00000000000a')).toBe(true);
  for (const wrong of ['', '-'.repeat(36), 'a'.repeat(36), '1f9a5e1c-0000-4000-8000-00000000000a0'])
    expect(isId(wrong)).toBe(false);
});

test('aligns table columns', () => {
  expect(table(['id', 'n'], [['long', '1']])).toBe('id    n\nlong  1');
});

test('removes control characters and line breaks from cells', () => {
  expect(table(['who'], [['\u{1b}[2Jada\r\n\u{202e}root']])).toBe('who\n[2Jadaroot');
});

test('reads flags without a value, anywhere among the options', () => {
  const given = { positions: [], options: ['since'], flags: ['dry-run', 'json'] } as const;
  const { options, flags } = readArguments(['--json', '--since', '2026-11-21'], given);
  expect(options).toMatchObject({ since: '2026-11-21' });
  expect([...flags]).toEqual(['json']);
  expect(() => readArguments(['--dry'], given)).toThrow('use --since, --dry-run, --json');
});
