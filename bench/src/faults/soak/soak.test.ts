import { expect, test } from 'vitest';
import { slopeOf } from './soak.ts';

test('the growth of a line is its whole rise, without noise', () => {
  const { growth, noise } = slopeOf([10, 12, 14, 16]);
  expect(growth).toBeCloseTo(6);
  expect(noise).toBeCloseTo(0);
});

test('a saw tooth around a constant does not grow beyond its noise', () => {
  const { growth, noise } = slopeOf(Array.from({ length: 40 }, (_, index) => 100 + (index % 5)));
  expect(Math.abs(growth)).toBeLessThan(noise);
});

test('a leak exceeds the noise of a saw tooth', () => {
  const { growth, noise } = slopeOf(Array.from({ length: 40 }, (_, index) => 100 + (index % 5) + index));
  expect(growth).toBeGreaterThan(noise);
});
