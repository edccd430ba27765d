import { expect, test } from 'vitest';
import { cometTexts } from './index.ts';

test('the committed sentences are up to date; if not: vitest run --project unit packages/texts/src/comet -u', async () => {
  await expect(`${JSON.stringify(cometTexts, null, 2)}\n`).toMatchFileSnapshot('../../comet.json');
});

test('every error code and cause has a sentence', () => {
  const { CommandError, BlockReason } = cometTexts.byCode;
  const sentences = Object.values({ ...CommandError.commandError, ...BlockReason.blockWhat });
  expect(sentences.filter((sentence) => !sentence.endsWith('.'))).toEqual([]);
});
