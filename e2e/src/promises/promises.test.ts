import * as siteTexts from '@comet/texts/site';
import { expect, test } from 'vitest';
import { promises } from './promises.ts';
import { promisedSentences } from './sentences.ts';

const sentences = promisedSentences(siteTexts);

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
