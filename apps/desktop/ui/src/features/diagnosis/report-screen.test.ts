import { expect, test } from 'vitest';
import { kilobytesOf, reportText } from './report-screen.tsx';

test('puts every part under its name, so that the shown text is the complete report', () => {
  const files = [
    { name: 'system.json', text: '{}\n' },
    { name: 'journal.txt', text: 'one\ntwo' },
  ];
  expect(reportText(files)).toBe('== system.json\n{}\n\n== journal.txt\none\ntwo\n');
});

test('rounds the byte size to kilobytes, at least 1', () => {
  expect(kilobytesOf('a')).toBe(1);
  expect(kilobytesOf('ä'.repeat(1500))).toBe(3);
});
