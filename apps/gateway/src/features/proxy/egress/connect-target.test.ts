import { expect, test } from 'vitest';
import { LocalPorts } from './connect-target.ts';

test('does not reuse a port before half of the others, and stays outside the system’s range', () => {
  const ports = new LocalPorts(Math.random);
  const last = new Map<number, number>();
  for (let turn = 0; turn < 100_000; turn += 1) {
    const port = ports.next();
    if (turn - (last.get(port) ?? Number.NEGATIVE_INFINITY) <= 11_000)
      expect.fail(`${port} was reused too early`);
    last.set(port, turn);
  }
  expect(last.size).toBeGreaterThan(21_000);
  expect(Math.min(...last.keys())).toBeGreaterThanOrEqual(10_240);
  expect(Math.max(...last.keys())).toBeLessThan(32_240);
});

test('each round has a different order', () => {
  const ports = new LocalPorts(Math.random);
  const round = () => Array.from({ length: 22_000 }, () => ports.next()).join();
  expect(round()).not.toBe(round());
});
