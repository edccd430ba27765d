import { expect, test } from 'vitest';
import { inTurn, type Turn } from './in-turn.ts';

interface Piece extends Turn {
  readonly name: string;
  /** How long it takes. */
  readonly ticks: number;
}

/** When each piece began, and how many ran at most at a time. */
async function rehearse(pieces: readonly Piece[], most: number) {
  const began: string[] = [];
  const running = new Set<Piece>();
  let peak = 0;
  await inTurn(pieces, most, async (piece) => {
    for (const other of running) expect(other.alone === undefined || other.alone !== piece.alone).toBe(true);
    running.add(piece);
    peak = Math.max(peak, running.size);
    began.push(piece.name);
    for (let tick = 0; tick < piece.ticks; tick += 1) await Promise.resolve();
    running.delete(piece);
  });
  return { began, peak };
}

test('pieces begin in their order, as many at a time as may, and a free place is taken by the next', async () => {
  const pieces = [
    { name: 'long', ticks: 90 },
    { name: 'short', ticks: 10 },
    { name: 'middle', ticks: 30 },
    { name: 'next', ticks: 10 },
    { name: 'last', ticks: 10 },
  ];
  expect(await rehearse(pieces, 2)).toEqual({ began: ['long', 'short', 'middle', 'next', 'last'], peak: 2 });
});

test('what is used alone is used by one at a time, and others go before who waits for it', async () => {
  const pieces = [
    { name: 'story', ticks: 90, alone: 'tunnels' },
    { name: 'desktop', ticks: 10, alone: 'tunnels' },
    { name: 'units', ticks: 10 },
    { name: 'screens', ticks: 200 },
  ];
  expect(await rehearse(pieces, 3)).toEqual({ began: ['story', 'units', 'screens', 'desktop'], peak: 3 });
  expect(await rehearse(pieces.slice(0, 2), 3)).toEqual({ began: ['story', 'desktop'], peak: 1 });
});

test('nothing to do is done at once', async () => {
  expect(await rehearse([], 3)).toEqual({ began: [], peak: 0 });
});
