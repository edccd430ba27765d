import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { solvePuzzle } from './solve-puzzle.ts';

test('finds digits for which the hash begins with enough zero bits', async () => {
  for (const puzzle of ['1700000000000.abc.def', '1700000000001.x.y']) {
    const solution = await solvePuzzle({ puzzle, bits: 10 });
    expect(solution).toMatch(/^\d{1,20}$/);
    const first = createHash('sha256').update(`${puzzle}.${solution}`).digest().readUInt32BE();
    expect(Math.clz32(first)).toBeGreaterThanOrEqual(10);
  }
});
