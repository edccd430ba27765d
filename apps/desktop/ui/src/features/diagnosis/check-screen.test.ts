import { expect, test } from 'vitest';
import { receiptOf } from './check-screen.tsx';

const nothing = { leaks: [], exit: { ipv4: null, ipv6: null }, askers: [] };

test('is green only for the verdict “protected”', () => {
  const tone = (verdict: Parameters<typeof receiptOf>[0]['verdict']) =>
    receiptOf({ ...nothing, verdict }).tone;
  expect(tone('protected')).toBe('safe');
  expect(tone('leaking')).toBe('danger');
  for (const verdict of ['unprotected', 'split', 'unknown'] as const) expect(tone(verdict)).toBe('warn');
});

test('marks only leaking lines', () => {
  const { lines } = receiptOf({
    verdict: 'leaking',
    leaks: ['ipv6', 'dns'],
    exit: { ipv4: '203.0.113.47', ipv6: '2001:db8::1' },
    askers: ['198.51.100.53'],
  });
  expect(lines.map(({ value, leaks }) => [value, leaks])).toEqual([
    ['203.0.113.47', false],
    ['2001:db8::1', true],
    ['198.51.100.53', true],
  ]);
});

test('describes missing addresses and resolvers as text', () => {
  const { lines } = receiptOf({ ...nothing, verdict: 'unknown' });
  expect(lines.map(({ value, address }) => [value, address])).toEqual([
    ['No connection', false],
    ['No connection', false],
    ['Unknown', false],
  ]);
});
