import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatGigabytes, serviceState, formatUsedGigabytes } from './service-text.ts';

it.each([
  [0, '0'],
  [40_000_000_000, '40'],
  [1_239_999_999, '1.23'],
  [1_000_000_000_000, '1,000'],
  [9_999_999, '0'],
  [1_150_000_000, '1.15'],
  [4_350_000_000, '4.35'],
])('%i bytes are %s GB, rounded down', (bytes, shown) => {
  expect(formatGigabytes(bytes)).toBe(shown);
});

it('the shown used and remaining amounts add up to the bought amount', () => {
  const bytes = fc.integer({ min: 0, max: 9_000_000_000 });
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const [availableBytes, boughtBytes] = [Math.min(one, other), Math.max(one, other)];
      const shown = [
        formatUsedGigabytes({ boughtBytes, availableBytes }),
        formatGigabytes(availableBytes),
        formatGigabytes(boughtBytes),
      ].map((words) => Math.round(Number(words) * 100));
      expect((shown[0] ?? 0) + (shown[1] ?? 0)).toBe(shown[2]);
    }),
  );
});

it('describes each state', () => {
  const until = { activeUntil: '2026-12-21T12:00:00Z', stopped: false };
  expect(serviceState({ state: 'active', ...until })).toBe('Active until 21\u00a0December\u00a02026');
  expect(serviceState({ state: 'active', ...until, stopped: true })).toMatch(
    /^Suspended .* 21\u00a0December\u00a02026$/,
  );
  expect(serviceState({ state: 'expired', ...until })).toBe('Ended on 21\u00a0December\u00a02026');
  expect(serviceState({ state: 'provisioning', ...until, activeUntil: null })).toMatch(/^Paid\./);
});
