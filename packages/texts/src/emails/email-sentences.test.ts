import { expect, test } from 'vitest';
import { composeSentence } from './email-sentences.ts';

const words = {
  subject: '{name} signed in',
  preview: 'At {time}.',
  heading: 'A sign-in',
  paragraphs: ['“{name}” signed in at {time}.', 'If this was you, there’s nothing to do.'],
  action: 'End {name}',
  footnote: 'Ask {name}.',
} as const;

test('fills every placeholder of an email, and does not expand placeholders in values', () => {
  expect(composeSentence(words, { name: '{time} $&', time: '12:05' })).toEqual({
    subject: '{time} $& signed in',
    preview: 'At 12:05.',
    heading: 'A sign-in',
    paragraphs: ['“{time} $&” signed in at 12:05.', 'If this was you, there’s nothing to do.'],
    action: 'End {time} $&',
    footnote: 'Ask {time} $&.',
  });
});

test('the compiler rejects a missing value and one without a placeholder', () => {
  // @ts-expect-error `time` is missing.
  composeSentence(words, { name: 'Ada' });
  // @ts-expect-error No sentence contains `{place}`.
  composeSentence(words, { name: 'Ada', time: '12:05', place: 'Oslo' });
  const { action: _, ...without } = words;
  expect(composeSentence(without, { name: 'Ada', time: '12:05' })).not.toHaveProperty('action');
});
