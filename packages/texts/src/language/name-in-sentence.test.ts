import { expect, test } from 'vitest';
import { nameInSentence } from './name-in-sentence.ts';

test.each([
  ['NL', 'Netherlands', 'the Netherlands'],
  ['US', 'United States', 'the United States'],
  ['FR', 'France', 'France'],
])('%s within a sentence has the article that English gives it', (code, name, inSentence) => {
  expect(nameInSentence({ code, name })).toBe(inSentence);
});
