import { expect, test } from 'vitest';
import { inTurn, type Turn } from './part.ts';

interface Piece extends Turn {
  readonly name: string;
  /** How long it takes. */
  readonly ticks: number;
}

/** When each task started, and the maximum number running at a time. */
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

test('starts tasks in order, at most the given number at a time, and the next when one ends', async () => {
  const pieces = [
    { name: 'long', ticks: 90 },
    { name: 'short', ticks: 10 },
    { name: 'middle', ticks: 30 },
    { name: 'next', ticks: 10 },
    { name: 'last', ticks: 10 },
  ];
  expect(await rehearse(pieces, 2)).toEqual({ began: ['long', 'short', 'middle', 'next', 'last'], peak: 2 });
});

test('runs one task per exclusive resource, and others before the one that waits for it', async () => {
  const pieces = [
    { name: 'story', ticks: 90, alone: 'tunnels' },
    { name: 'desktop', ticks: 10, alone: 'tunnels' },
    { name: 'units', ticks: 10 },
    { name: 'screens', ticks: 200 },
  ];
  expect(await rehearse(pieces, 3)).toEqual({ began: ['story', 'units', 'screens', 'desktop'], peak: 3 });
  expect(await rehearse(pieces.slice(0, 2), 3)).toEqual({ began: ['story', 'desktop'], peak: 1 });
});

test('ends at once without tasks', async () => {
  expect(await rehearse([], 3)).toEqual({ began: [], peak: 0 });
});
