import { reportText } from '@comet/tunnel-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printableFiles, withinLimit } from './report-text.ts';

const bytes = (text: string) => Buffer.byteLength(text);

test('keeps a report within the limit of bytes by shortening its longest files at their start', () => {
  const files = [
    { name: 'state.json', text: '{}' },
    { name: 'journal.txt', text: `${'old line\n'.repeat(3000)}the end` },
    { name: 'routes.txt', text: 'ä'.repeat(9000) },
  ];
  const kept = withinLimit(files, 8000);
  expect(bytes(reportText(kept))).toBeLessThanOrEqual(8000);
  expect(kept[0]).toBe(files[0]);
  expect(kept[1]?.text.endsWith('the end')).toBe(true);
  expect(withinLimit(files, 1_000_000)).toBe(files);
});

test('shortens any files to any limit that their names allow, and never within a character', () => {
  const file = fc.record({
    name: fc.constantFrom('a.txt', 'b.txt'),
    text: fc.string({ unit: 'grapheme', maxLength: 300 }),
  });
  fc.assert(
    fc.property(
      fc.array(file, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 80, max: 900 }),
      (files, limit) => {
        const text = reportText(withinLimit(files, limit));
        expect(bytes(text)).toBeLessThanOrEqual(limit);
        expect(text.isWellFormed()).toBe(true);
      },
    ),
  );
});

test('replaces characters that a text must not contain', () => {
  const [file] = printableFiles([{ name: 'a', text: '\u001B[31mred\0\u0085\uD800\t“ok” 😀\r\n' }]);
  expect(file?.text).toBe('\uFFFD[31mred\uFFFD\uFFFD\uFFFD\t“ok” 😀\r\n');
});
