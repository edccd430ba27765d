import { expect, test } from 'vitest';
import { previewOf } from './mailbox-pages.ts';

const filler = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'.repeat(20);

test('the preview of a mail is its preheader without filler characters', () => {
  const html = `<html><head><title>T</title><style>p{}</style></head><body><div style="display:none">One link &amp; no more.<div>${filler}</div></div><h1>Heading</h1></body></html>`;
  expect(previewOf({ html, text: 'Text' })).toBe('One link & no more.');
});

test('a mail without a preheader begins with its text', () => {
  expect(previewOf({ html: '<p>Hello <b>Ada</b>,</p><p>all is well.</p>', text: '' })).toBe(
    'Hello Ada , all is well.',
  );
  expect(previewOf({ html: null, text: '  Plain\ntext  ' })).toBe('Plain text');
  expect(previewOf({ html: null, text: '' })).toBe('');
});
