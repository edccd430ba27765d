import { expect, test } from 'vitest';
import { forgetCode, keepCode, keptCode } from './kept-code.ts';

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
  keepCode(kept, 'K7QM-3XWP', now);
  expect(keptCode(kept, later(29))).toBe('K7QM-3XWP');
  expect(keptCode(kept, later(31))).toBeNull();
  keepCode(kept, 'later', now);
  expect(keptCode(kept, now)).toBe('later');
  forgetCode(kept);
  expect(keptCode(kept, now)).toBeNull();
});

test.each(['', 'x'.repeat(41)])('does not store %j', (code) => {
  const kept = store();
  keepCode(kept, code, now);
  expect(keptCode(kept, now)).toBeNull();
});

test.each(['{', '7', '{"code":7,"until":1e15}', 'null'])('returns null for the stored value %j', (text) => {
  expect(keptCode(store({ 'comet:referral-code': text }), now)).toBeNull();
});
