import { expect, test } from 'vitest';
import { type CoverRow, coverTable, holds } from './cover-table.ts';

const row = (change: Partial<CoverRow>): CoverRow => ({
  setting: 'wireguard',
  title: 'WireGuard',
  expects: 'recognised',
  machine: 'a machine',
  measuredAt: '2026-12-01T00:00:00.000Z',
  load: 1,
  pages: 30,
  visits: 25,
  window: 2.5,
  accuracy: { mean: 0.95, deviation: 0.012 },
  shuffled: { mean: 0.03, deviation: 0.01 },
  bytes: 200_000,
  packets: 300,
  loadMs: 400,
  ...change,
});
const hidden = row({
  title: 'with cover traffic',
  expects: 'hidden',
  accuracy: { mean: 0.05, deviation: 0.01 },
  bytes: 500_000,
  loadMs: 600,
});

test('without cover traffic at least 90 % must be recognised, with it at most twice of guessing', () => {
  expect(holds(row({}))).toBe(true);
  expect(holds(row({ accuracy: { mean: 0.89, deviation: 0 } }))).toBe(false);
  expect(holds(hidden)).toBe(true);
  expect(holds({ ...hidden, accuracy: { mean: 0.068, deviation: 0 } })).toBe(false);
});

test('a control above guessing fails a row', () => {
  expect(holds({ ...hidden, shuffled: { mean: 0.07, deviation: 0 } })).toBe(false);
});

test('the table has accuracy beside overhead', () => {
  expect(coverTable([row({}), { ...hidden, loadMs: null }, hidden])).toBe(
    `| tunnel | pages × visits | accuracy | guessing | shuffled | bytes | overhead | page load | slower by | machine load | target | holds |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| WireGuard | 30 × 25 | 95 % ± 1.2 % | 3.33 % | 3 % | 200 kB |  | 400 ms |  | 1 | ≥ 90 % | yes |
| with cover traffic | 30 × 25 | 5 % ± 1 % | 3.33 % | 3 % | 500 kB | 150 % | – |  | 1 | ≤ 6.67 % | yes |
| with cover traffic | 30 × 25 | 5 % ± 1 % | 3.33 % | 3 % | 500 kB | 150 % | 600 ms | 50 % | 1 | ≤ 6.67 % | yes |`,
  );
});
