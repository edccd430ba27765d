import { expect, test } from 'vitest';
import { normalizeText } from './normalize-text.ts';

test('removes case, accents and compatibility forms', () => {
  expect(normalizeText('São Paulo')).toBe('sao paulo');
  expect(normalizeText('Ｍü\u0301nchen ﬁ')).toBe('munchen fi');
});
