import { expect, test } from 'vitest';
import { locations } from '../../fixtures.ts';
import {
  barsOf,
  cityOf,
  csvOf,
  formatMark,
  monthName,
  parseBudget,
  transportText,
} from './statistics-view.ts';
import { alertToShow } from './use-budget-alert.ts';

test('shows every month between the first and the last, at most 13', () => {
  const month = (name: string, received = 1000, sent = 500) => ({ month: name, sessions: 1, received, sent });
  const bars = barsOf([month('2026-02'), month('2025-11')]);
  expect(bars.map(({ key, parts }) => [key, ...parts.map(({ value }) => value)])).toEqual([
    ['2025-11', 1000, 500],
    ['2025-12', 0, 0],
    ['2026-01', 0, 0],
    ['2026-02', 1000, 500],
  ]);
  expect(barsOf([month('2026-02'), month('2020-01')])).toHaveLength(13);
  expect(barsOf([])).toEqual([]);
  expect(monthName('2026-11')).toBe('November 2026');
});

test('gives all marks of the axis the unit of the highest', () => {
  expect([0, 5e8, 1e9].map((value) => formatMark(value, 1e9))).toEqual(['0 GB', '0.5 GB', '1 GB']);
  expect(formatMark(5e5, 5e5)).toBe('500 kB');
});

test('reads a budget in GB, and none from an empty field', () => {
  expect(['50', ' 1,500 ', '0.5', ''].map(parseBudget)).toEqual([50e9, 1500e9, 5e8, null]);
  for (const wrong of ['0', '-1', '1e3', 'fifty', '0.0001', '9999999', '1.2.3'])
    expect(parseBudget(wrong), wrong).toBeUndefined();
});

test('names transports, and shows one of a later version as it is', () => {
  expect(['wireguard', 'openvpn/tls', 'quic'].map(transportText)).toEqual([
    'WireGuard',
    'OpenVPN over TLS',
    'quic',
  ]);
});

test('names the city of a location, and shows the code of one that is not in the list', () => {
  const amsterdam = locations.find(({ code }) => code === 'nl-ams');
  expect(cityOf('nl-ams', locations)).toBe(amsterdam?.city);
  expect([cityOf('xx-old', locations), cityOf('nl-ams')]).toEqual(['xx-old', 'nl-ams']);
});

test('exports sessions with the columns of the command', () => {
  const session = {
    startedAt: 'a',
    endedAt: null,
    location: 'nl-ams',
    transport: 'wireguard',
    received: 1,
    sent: 2,
  };
  expect(csvOf([session])).toBe(
    'started_at,ended_at,location,transport,received_bytes,sent_bytes\r\na,,nl-ams,wireguard,1,2\r\n',
  );
});

test('notifies once at 80 % and once at 100 % of each month and budget, also after a restart', () => {
  const items = new Map<string, string>();
  const kept = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  const shown = (month: string, percent: number, budget = 50e9) =>
    alertToShow({ month, percent, used: 41e9, budget }, kept)?.slice(0, 10) ?? null;
  expect(alertToShow(undefined, kept)).toBeNull();
  expect([shown('2026-11', 80), shown('2026-11', 80), shown('2026-11', 100), shown('2026-11', 100)]).toEqual([
    '80% of thi',
    null,
    'This month',
    null,
  ]);
  expect(shown('2026-11', 80)).toBeNull();
  // A raised budget has its own alerts.
  expect([80, 80, 100, 100].map((percent) => shown('2026-11', percent, 60e9))).toEqual([
    '80% of thi',
    null,
    'This month',
    null,
  ]);
  expect(shown('2026-12', 80)).toBe('80% of thi');
});
