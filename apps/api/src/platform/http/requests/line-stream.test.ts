import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptsGzip, encodeLines, SharedLine, type StreamLine } from './line-stream.ts';

async function collect(encoded: AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of encoded) pieces.push(piece);
  return pieces;
}

async function* each(lines: readonly StreamLine[]) {
  yield* lines;
}

test('any lines are the same compressed and plain, and each one is readable at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          text: fc.oneof(
            fc.string({ minLength: 1 }).filter((text) => !text.includes('\n')),
            fc.nat(140_000).map((length) => 'x'.repeat(length + 1)),
          ),
          how: fc.constantFrom('string', 'stored', 'compressed'),
        }),
        { maxLength: 6 },
      ),
      async (specified) => {
        const lines = specified.map(({ text, how }): StreamLine => {
          if (how === 'string') return text;
          return how === 'stored' ? SharedLine.uncompressed(text) : new SharedLine(gzipSync(`${text}\n`));
        });
        const expected = specified.map(({ text }) => `${text}\n`);
        const plain = await collect(encodeLines(each(lines), false));
        expect(plain.map(String)).toEqual(expected);
        const compressed = await collect(encodeLines(each(lines), true));
        expect(compressed.map((member) => gunzipSync(member).toString())).toEqual(expected);
        // Concatenated members are one gzip file.
        if (compressed.length > 0)
          expect(gunzipSync(Buffer.concat(compressed)).toString()).toBe(expected.join(''));
        expect(lines.map(String)).toEqual(specified.map(({ text }) => text));
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['deflate, gzip;q=0.5, br', true],
  ['gzip;q=0', false],
  ['GZIP;q=0.000', false],
  ['br, zstd', false],
])('Accept-Encoding %s', (header, accepted) => {
  expect(acceptsGzip(header)).toBe(accepted);
});
