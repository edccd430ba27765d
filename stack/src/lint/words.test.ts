import { expect, test } from 'vitest';
import { refuseAttribute, refuseLocale, refuseText, showsWords } from './words.ts';

test.each([
  ['apps/dashboard/src/features/home/home-screen.tsx', true],
  ['apps/desktop/ui/src/app.tsx', true],
  ['apps/site/src/pages/price-rows.tsx', true],
  ['packages/ui/src/dialog.tsx', true],
  ['packages/ui/src/dialog.test.tsx', false],
  ['apps/dashboard/src/features/usage/usage-words.ts', true],
  ['packages/texts/src/account.ts', false],
  ['sandbox/src/paddle/page.tsx', false],
])('%s shows words: %s', (file, shows) => {
  expect(showsWords(file)).toBe(shows);
});

test('words between tags are refused, signs and what a machine is told are not', () => {
  expect(refuseText('\n  Sign in\n', 'p')).toMatch(/^"Sign in" is written into a component/);
  expect(refuseText('Weiter', null)).not.toBeNull();
  expect(refuseText(' · ', 'span')).toBeNull();
  expect(refuseText('×', 'button')).toBeNull();
  expect(refuseText('&nbsp;', 'span')).toBeNull();
  expect(refuseText('comet login', 'code')).toBeNull();
});

test('words that are read aloud are refused, others are not', () => {
  expect(refuseAttribute('aria-label', 'Close')).toMatch(/^aria-label="Close"/);
  expect(refuseAttribute('placeholder', 'you@example.com')).not.toBeNull();
  expect(refuseAttribute('title', '')).toBeNull();
  expect(refuseAttribute('className', 'font-mono text-ink')).toBeNull();
});

test('a language is refused wherever screens word something', () => {
  expect(refuseLocale('en-GB')).toMatch(/^'en-GB' is a language/);
  expect(refuseLocale('en')).toBeNull();
  expect(refuseLocale('es-mad')).toBeNull();
});
