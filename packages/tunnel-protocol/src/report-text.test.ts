import { expect, test } from 'vitest';
import { reportText } from './report-text.ts';

test('puts every file under its name, with one line break at its end', () => {
  const files = [
    { name: 'system.json', text: '{}\n\n' },
    { name: 'journal.txt', text: 'one\ntwo' },
  ];
  expect(reportText(files)).toBe('== system.json\n{}\n\n== journal.txt\none\ntwo\n');
  expect(reportText([])).toBe('');
});
