import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownDeviceClass, unknownDeviceClass } from './password-attempt-limits.ts';

const at = { email: 'ada@example.com', address: '203.0.113.7' };
const calm = { atAccount: 0, everywhere: 0 };
const allowances = (pressure: typeof calm) =>
  unknownDeviceClass(at, pressure).map(({ calls, seconds }) => [calls, seconds]);

test('allows a source ten failures in ten minutes at an account without an attack', () => {
  expect(allowances(calm)).toEqual([
    [30, 600],
    [300, 600],
    [10, 600],
  ]);
});

test('under attack a source has three tries an hour, under a heavy attack one, and its neighbourhood ten times that', () => {
  expect(allowances({ atAccount: 30, everywhere: 0 }).slice(2)).toEqual([
    [3, 3600],
    [30, 3600],
  ]);
  expect(allowances({ atAccount: 1000, everywhere: 0 }).slice(2)).toEqual([
    [1, 3600],
    [10, 3600],
  ]);
});

test('during an attack on the whole service every account counts as attacked and every source has fewer tries', () => {
  expect(allowances({ atAccount: 0, everywhere: 1200 })).toEqual([
    [5, 600],
    [300, 600],
    [3, 3600],
    [30, 3600],
  ]);
});

test('more pressure never allows more tries, and a source without failures always has one', () => {
  const pressure = fc.record({ atAccount: fc.nat(5000), everywhere: fc.nat(5000) });
  const rates = (under: typeof calm) =>
    unknownDeviceClass(at, under).map(({ calls, seconds }) => (calls * 3600) / seconds);
  fc.assert(
    fc.property(pressure, pressure, (one, more) => {
      const harder = {
        atAccount: one.atAccount + more.atAccount,
        everywhere: one.everywhere + more.everywhere,
      };
      for (const [index, rate] of rates(one).entries())
        expect(rates(harder)[index]).toBeLessThanOrEqual(rate);
      for (const { calls } of unknownDeviceClass(at, harder)) expect(calls).toBeGreaterThanOrEqual(1);
    }),
  );
});

test('counts of one account, device or source do not affect another', () => {
  const names = (email: string, address: string) =>
    unknownDeviceClass({ email, address }, calm).map(({ name }) => name);
  const here = names('a@example.com', '203.0.113.7');
  expect(names('b@example.com', '203.0.113.7').filter((name) => here.includes(name))).toHaveLength(2);
  expect(names('a@example.com', '203.0.113.8').filter((name) => here.includes(name))).toHaveLength(1);
  expect(names('a@example.com', '198.51.100.1').filter((name) => here.includes(name))).toHaveLength(0);
  expect(knownDeviceClass('a@example.com', 'one')).not.toEqual(knownDeviceClass('a@example.com', 'other'));
  expect(knownDeviceClass('a@example.com', 'one')).not.toEqual(knownDeviceClass('b@example.com', 'one'));
});
