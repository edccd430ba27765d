import { expect, test } from 'vitest';
import { capacityCharts } from './capacity.ts';

const now = new Date('2026-11-28T12:00:00Z');
const hour = (ago: number, peers: number, loadPercent: number | null = null) => ({
  ...{ hour: new Date(now.getTime() - ago * 3600_000), peers, loadPercent, bytesPerSecond: 125_000 * peers },
});

test('draws a line for each series, with a gap where hours are missing, and the same values in a table', () => {
  const drawn = capacityCharts([hour(30, 10, 20), hour(29, 20, 40), hour(2, 5, 90)], now).html;
  const paths = [...drawn.matchAll(/<path d="([^"]*)"/g)].map(([, path]) => path ?? '');
  expect(paths).toHaveLength(3);
  for (const path of paths) expect(path.match(/M/g)).toHaveLength(2);
  expect(drawn).toContain('<td role="cell" data-label="Tunnels"');
  for (const words of ['2026-11-27', '2026-11-28', '90%', '20 Mbit/s']) expect(drawn).toContain(words);
  expect(drawn).not.toContain('<script');
});

test('stays inside of its box, also for a load without a value', () => {
  const drawn = capacityCharts([hour(300, 0), hour(1, 1_000_000)], now).html;
  expect(drawn).not.toMatch(/NaN|Infinity|undefined/);
  for (const [, x, y] of drawn.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)) {
    expect(Number(x)).toBeGreaterThanOrEqual(0);
    expect(Number(x)).toBeLessThanOrEqual(672);
    expect(Number(y)).toBeGreaterThanOrEqual(0);
    expect(Number(y)).toBeLessThanOrEqual(120);
  }
});

test('says so without reports', () => {
  expect(capacityCharts([], now).html).toContain('No reports yet');
});
