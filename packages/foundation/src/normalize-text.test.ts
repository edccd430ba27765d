import { expect, test } from 'vitest';
import { normalizeText, normalizedWords } from './normalize-text.ts';

test('removes case, accents and compatibility forms', () => {
  expect(normalizeText('São Paulo')).toBe('sao paulo');
  expect(normalizeText('Ｍü\u0301nchen ﬁ')).toBe('munchen fi');
});

test('splits a text into words at signs', () => {
  expect(normalizedWords('“Côte d’Ivoire”, 24-months')).toEqual(['cote', 'd', 'ivoire', '24', 'months']);
  expect(normalizedWords(' … ')).toEqual([]);
});
