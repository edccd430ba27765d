import { expect, it } from 'vitest';
import { gigabytesInWords, serviceState } from './service-words.ts';

it.each([
  [0, '0'],
  [40_000_000_000, '40'],
  [1_239_999_999, '1.23'],
  [1_000_000_000_000, '1,000'],
  [9_999_999, '0'],
])('%i bytes are %s GB, never more than there is', (bytes, shown) => {
  expect(gigabytesInWords(bytes)).toBe(shown);
});

it('says what a state means', () => {
  expect(serviceState({ state: 'active', activeUntil: '2026-12-21T12:00:00Z' })).toBe(
    'Active until 21 December 2026',
  );
  expect(serviceState({ state: 'expired', activeUntil: '2026-12-21T12:00:00Z' })).toBe(
    'Ended on 21 December 2026',
  );
  expect(serviceState({ state: 'provisioning', activeUntil: null })).toMatch(/^Paid\./);
});
