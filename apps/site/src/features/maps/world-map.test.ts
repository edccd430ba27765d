import { expect, test } from 'vitest';
import { dotsPath } from './world-map.tsx';

test('the relative path reaches every dot, row by row, without accumulating rounding errors', () => {
  const dots = [0, 1, 2].flatMap((row) => [2, 0, 1].map((column) => ({ x: column * 0.333, y: row * 0.333 })));
  let at = { x: 0, y: 0 };
  const reached = [...dotsPath(dots).matchAll(/m(-?[\d.]+) (-?[\d.]+)h0/g)].map(([, x, y]) => {
    at = { x: at.x + Number(x), y: at.y + Number(y) };
    return at;
  });
  expect(reached).toHaveLength(dots.length);
  for (const [index, { x, y }] of reached.entries()) {
    expect(Math.abs(x - (index % 3) * 0.333)).toBeLessThan(0.0051);
    expect(Math.abs(y - Math.floor(index / 3) * 0.333)).toBeLessThan(0.0051);
  }
});
