import { expect, test } from 'vitest';
import { nameInSentence } from './name-in-sentence.ts';

test.each([
  ['NL', 'Netherlands', 'the Netherlands'],
  ['US', 'United States', 'the United States'],
  ['FR', 'France', 'France'],
])('%s has its English article within a sentence', (code, name, inSentence) => {
  expect(nameInSentence({ code, name })).toBe(inSentence);
});
