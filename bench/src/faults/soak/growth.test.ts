import { expect, test } from 'vitest';
import { slopeOf } from './growth.ts';

test('the growth of a line is its whole rise, without noise', () => {
  const { growth, noise, standardError } = slopeOf([10, 12, 14, 16]);
  expect(growth).toBeCloseTo(6);
  expect([noise, standardError]).toEqual([expect.closeTo(0), expect.closeTo(0)]);
});

test('a saw tooth around a constant does not grow beyond its noise', () => {
  const { growth, noise } = slopeOf(Array.from({ length: 40 }, (_, index) => 100 + (index % 5)));
  expect(Math.abs(growth)).toBeLessThan(noise);
});

test('a leak exceeds the noise of a saw tooth', () => {
  const { growth, noise } = slopeOf(Array.from({ length: 40 }, (_, index) => 100 + (index % 5) + index));
  expect(growth).toBeGreaterThan(noise);
});

test('the standard error of the growth is that of the slope over the whole time', () => {
  // Deviations of 0.3, -0.9, 0.9 and -0.3 from the line: a slope of 0.6 with the standard error sqrt(1.8 / 2 / 5).
  expect(slopeOf([1, 0.4, 2.8, 2.2]).standardError).toBeCloseTo(3 * Math.sqrt(1.8 / 2 / 5));
});
