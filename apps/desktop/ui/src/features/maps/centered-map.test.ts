import { worldDots } from '@comet/ui/world';
import { expect, test } from 'vitest';
import { centerOf } from './centered-map.tsx';

test('the center of a country is one of its dots, also if the country has distant parts', () => {
  for (const [code, dots] of worldDots) expect(dots, code).toContainEqual(centerOf(code));
  // Alaska and Hawaii do not move the center out of the mainland.
  expect(centerOf('US').y).toBeGreaterThan(centerOf('CA').y);
});

test('without a known country, the center is that of the world', () => {
  expect(centerOf('ZZ')).toEqual(centerOf(null));
});
