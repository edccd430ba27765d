import { expect, test } from 'vitest';
import { renderLetter } from './letter.ts';

test('a letter says the same as HTML and as plain text, with its link in both', async () => {
  const url = 'https://dashboard.example/verify-email/confirm?token=abc';
  const letter = await renderLetter({
    subject: 'Confirm',
    preview: 'One link.',
    heading: 'Confirm your address',
    paragraphs: ['First <b>this</b>.', 'Then that.'],
    action: { label: 'Confirm', url },
    footnote: 'It was you.',
  });
  expect(letter.html).toContain(`href="${url}"`);
  expect(letter.html).toContain('First &lt;b&gt;this&lt;/b&gt;.');
  expect(letter.html).not.toMatch(/<img|https?:\/\/(?!dashboard\.example|www\.w3\.org)/);
  expect(letter.text).toContain(url);
  expect(letter.text).toContain('Then that.');
  expect(letter.text).not.toContain('●');
});
