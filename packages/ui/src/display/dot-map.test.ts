import { expect, test } from 'vitest';
import { nearestGroup } from './dot-map.tsx';

const groups = [
  { key: 'small', dots: [{ x: 10, y: 10 }] },
  {
    key: 'large',
    dots: [
      { x: 12, y: 10 },
      { x: 13, y: 10 },
    ],
  },
];

test('a click near a dot selects the nearest country, regardless of the number of dots', () => {
  expect(nearestGroup({ x: 10.9, y: 10 }, groups, 4)).toBe('small');
  expect(nearestGroup({ x: 11.1, y: 10 }, groups, 4)).toBe('large');
});

test('a click far from all dots selects none', () => {
  expect(nearestGroup({ x: 30, y: 10 }, groups, 4)).toBeNull();
  expect(nearestGroup({ x: 10, y: 10 }, [], 4)).toBeNull();
});
