import * as siteTexts from '@comet/texts/site';
import { expect, test } from 'vitest';
import { names, proved, written } from './evidence.ts';
import { legalTexts } from './legal-texts.ts';
import { promises } from './promises.ts';
import { promisedSentences } from './sentences.ts';

const sentences = [...promisedSentences(siteTexts), ...promisedSentences(legalTexts())];

test('the site makes promises, and each is held once', () => {
  expect(sentences.length).toBeGreaterThan(150);
  const paths = sentences.map(({ path }) => path);
  expect([...promises.keys()].filter((path) => !paths.includes(path))).toEqual([]);
});

test.each(sentences)('$path is kept: $text', ({ path, text, digest }) => {
  const held = promises.get(path);
  if (held === undefined) throw new Error('new: check it against the product, then add it to the table');
  const [known, ...evidence] = held;
  if (known !== digest) throw new Error(`reworded: check it against the product, then set ${digest}`);
  for (const holds of evidence) holds(text);
});

const here = 'e2e/src/promises/promises.test.ts';
// Put together, so that this file does not contain it as a title.
const gone = ['no test', 'has this title'].join(' ');

test.each([
  ['a test that has gone', () => proved(here, gone)('')],
  ['a file that has gone', () => proved('e2e/src/promises/gone.test.ts', gone)('')],
  ['code that has changed', () => written(here, gone)('')],
  ['a value that the sentence does not name', () => names(10)('Up to 5 devices.')],
])('%s holds nothing', (_what, holds) => {
  expect(holds).toThrow(/has no test|no such file|to contain/);
});
