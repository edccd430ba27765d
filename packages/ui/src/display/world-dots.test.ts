import { describe, expect, it } from 'vitest';
import { worldDots, worldSize } from './world-dots.ts';

describe('the map of the world', () => {
  it('has a dot for more than 195 countries, each inside the map and no other’s', () => {
    const dots = [...worldDots.values()].flat();
    expect(worldDots.size).toBeGreaterThan(195);
    expect(new Set(dots.map(({ x, y }) => `${x} ${y}`)).size).toBe(dots.length);
    for (const { x, y } of dots) {
      expect(x > 0 && x < worldSize.width && y > 0 && y < worldSize.height).toBe(true);
    }
  });

  it('has north at the top: Norway is above Italy, Canada left of Japan', () => {
    const first = (code: string) => worldDots.get(code)?.[0] ?? { x: Number.NaN, y: Number.NaN };
    expect(first('NO').y).toBeLessThan(first('IT').y);
    expect(first('CA').x).toBeLessThan(first('JP').x);
  });
});
