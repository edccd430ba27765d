import { expect, test } from 'vitest';
import { removeReferralCode, storeReferralCode, storedReferralCode } from './stored-referral-code.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const later = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000);

function store(content: Record<string, string> = {}) {
  return {
    getItem: (key: string) => content[key] ?? null,
    setItem: (key: string, value: string) => void (content[key] = value),
    removeItem: (key: string) => void delete content[key],
  };
}

test('stores a code for 30 days or until it is removed', () => {
  const kept = store();
  storeReferralCode(kept, 'K7QM-3XWP', now);
  expect(storedReferralCode(kept, later(29))).toBe('K7QM-3XWP');
  expect(storedReferralCode(kept, later(31))).toBeNull();
  storeReferralCode(kept, 'later', now);
  expect(storedReferralCode(kept, now)).toBe('later');
  removeReferralCode(kept);
  expect(storedReferralCode(kept, now)).toBeNull();
});

test.each(['', 'x'.repeat(41)])('does not store %j', (code) => {
  const kept = store();
  storeReferralCode(kept, code, now);
  expect(storedReferralCode(kept, now)).toBeNull();
});

test.each(['{', '7', '{"code":7,"until":1e15}', 'null'])('returns null for the stored value %j', (text) => {
  expect(storedReferralCode(store({ 'comet:referral-code': text }), now)).toBeNull();
});
