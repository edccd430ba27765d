import * as siteTexts from '@comet/texts/site';
import { expect, test } from 'vitest';
import { mentions, testNamed, sourceContains } from './evidence.ts';
import { articleTexts, helpPageTexts, legalTexts } from './markdown-texts.ts';
import { promises } from './promises.ts';
import { promisedInHelp, promisedSentences } from './sentences.ts';
import { tablesWithoutRow } from './stored-data.ts';

const sentences = [
  ...promisedSentences(siteTexts),
  ...promisedSentences(legalTexts()),
  ...promisedSentences(articleTexts()),
  ...promisedInHelp(helpPageTexts()),
];

test('the site makes promises, and each is listed once', () => {
  expect(sentences.length).toBeGreaterThan(400);
  const paths = sentences.map(({ path }) => path);
  expect([...promises.keys()].filter((path) => !paths.includes(path))).toEqual([]);
});

test.each(sentences)('$path is kept: $text', ({ path, text, digest }) => {
  const entry = promises.get(path);
  if (entry === undefined) throw new Error('new: check it against the product, then add it to the table');
  const [known, ...evidence] = entry;
  if (known !== digest) throw new Error(`reworded: check it against the product, then set ${digest}`);
  for (const check of evidence) check(text);
});

test('the privacy page names the data of every table of the account export', () => {
  expect(tablesWithoutRow()).toEqual([]);
});

const here = 'e2e/src/promises/promises.test.ts';
// Put together, so that this file does not contain it as a title.
const absentTitle = ['no test', 'has this title'].join(' ');

test.each([
  ['a test that does not exist', () => testNamed(here, absentTitle)('')],
  ['a file that does not exist', () => testNamed('e2e/src/promises/gone.test.ts', absentTitle)('')],
  ['code that has changed', () => sourceContains(here, absentTitle)('')],
  ['a value that the sentence does not contain', () => mentions(10)('Up to 5 devices.')],
])('rejects %s as evidence', (_what, check) => {
  expect(check).toThrow(/has no test|no such file|to contain/);
});
