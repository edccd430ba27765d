import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

async function* cut(bytes: Uint8Array, splits: readonly number[]) {
  let from = 0;
  for (const split of [...splits].toSorted((one, other) => one - other)) {
    yield bytes.subarray(from, split);
    from = split;
  }
  yield bytes.subarray(from);
}

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

test('lines do not depend on how the stream is split', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[a-zé€]{1,5}$/)),
      fc.array(fc.nat(40)),
      async (lines, splits) => {
        const bytes = new TextEncoder().encode(`${lines.map((line) => `${line}\n`).join('')}unfinished`);
        const within = splits.map((split) => Math.min(split, bytes.length));
        expect(await all(linesOf(cut(bytes, within), 100))).toEqual(lines);
      },
    ),
  );
});

test('rejects an endless line before it fills the memory', async () => {
  async function* endless() {
    for (;;) yield new Uint8Array(64).fill(97);
  }
  await expect(all(linesOf(endless(), 1_000))).rejects.toThrow('too long');
});
