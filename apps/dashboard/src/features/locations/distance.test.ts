import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceKm, ownPosition, roughKm } from './distance.ts';

const position = fc.record({
  latitude: fc.integer({ min: -90, max: 90 }),
  longitude: fc.integer({ min: -180, max: 180 }),
});
const amsterdam = { latitude: 52.37, longitude: 4.9 };
const tokyo = { latitude: 35.68, longitude: 139.69 };

describe('the position of a time zone', () => {
  test('every time zone that a browser reports has a position on the globe', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const { latitude, longitude } = ownPosition(zone) ?? { latitude: Number.NaN, longitude: Number.NaN };
      expect({ zone, fits: Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 }).toEqual({
        zone,
        fits: true,
      });
    }
  });

  test.each([
    ['Europe/Amsterdam', { latitude: 52, longitude: 5 }],
    ['America/Argentina/Ushuaia', { latitude: -55, longitude: -68 }],
    ['UTC', null],
    ['Europe/', null],
    ['Europe', null],
    ['constructor/x', null],
    ['', null],
  ])('%s', (zone, expected) => {
    expect(ownPosition(zone)).toEqual(expected);
  });
});

describe('a distance', () => {
  test('is the great-circle distance', () => {
    expect(distanceKm(amsterdam, tokyo)).toBeCloseTo(9291, -2);
    expect(distanceKm({ latitude: 0, longitude: 179 }, { latitude: 0, longitude: -179 })).toBeCloseTo(222, 0);
  });

  test('is symmetric, zero for equal positions, and at most half the circumference', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        expect(distanceKm(a, a)).toBeCloseTo(0, 3);
        expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 6);
        expect(distanceKm(a, b)).toBeLessThanOrEqual(20_016);
      }),
    );
  });

  test('is rounded to the precision of a time zone', () => {
    expect([199, 249, 251, 9291].map(roughKm)).toEqual([null, 200, 300, 9300]);
  });
});
