import { Icon } from '@comet/ui';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inlineIcons } from './inline-icons.ts';

const page = (name: 'check' | 'mark-visa'): string =>
  inlineIcons(`<p>${renderToStaticMarkup(createElement(Icon, { name }))} text</p>`);

test('inlines a line icon and a logo in the page', () => {
  expect(page('check')).toBe(
    '<p><svg aria-hidden="true" class="icon-line size-4" viewBox="0 0 24 24"><path d="M20 6 9 17l-5-5"/></svg> text</p>',
  );
  expect(page('mark-visa')).toMatch(
    /^<p><svg aria-hidden="true" class="icon-mark size-4" viewBox="0 0 24 24"><path d="[^"]+"\/><\/svg> text<\/p>$/,
  );
});

test('throws for an icon that does not exist', () => {
  expect(() => inlineIcons('<span aria-hidden="true" class="icon icon-no-such size-4"></span>')).toThrow(
    'no-such',
  );
});

test('coordinates have at most two decimals', () => {
  const drawn = inlineIcons('<span aria-hidden="true" class="icon icon-mark-android size-5"></span>');
  expect(drawn).toMatch(/ d="M18\.44 5\.56c/);
  expect(drawn).not.toMatch(/\.\d{3}/);
});
