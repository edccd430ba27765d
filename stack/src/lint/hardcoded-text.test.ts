import { expect, test } from 'vitest';
import {
  endsInTag,
  refuseAttribute,
  refuseLocale,
  refuseMarkup,
  refuseSentence,
  refuseText,
  isScreenFile,
} from './hardcoded-text.ts';

test.each([
  ['apps/dashboard/src/features/home/home-screen.tsx', true],
  ['apps/desktop/ui/src/render-app.tsx', true],
  ['apps/site/src/pages/price-rows.tsx', true],
  ['packages/ui/src/overlays/dialog.tsx', true],
  ['packages/ui/src/dialog.test.tsx', false],
  ['apps/dashboard/src/features/usage/usage-days.ts', true],
  ['packages/texts/src/accounts/account.ts', false],
  ['apps/api/src/operator-console/pages/orders.ts', true],
  ['apps/api/src/features/users/registration/emails.ts', true],
  ['apps/api/src/platform/mail/email.ts', true],
  ['apps/api/src/platform/mail/email.test.ts', false],
  ['apps/api/src/features/orders/place.ts', false],
  ['sandbox/src/paddle/page.tsx', false],
])('%s is a screen file: %s', (file, shows) => {
  expect(isScreenFile(file)).toBe(shows);
});

test('words between tags are reported, signs and code are not', () => {
  expect(refuseText('\n  Sign in\n', 'p')).toMatch(/^"Sign in" is written into a component/);
  expect(refuseText('Weiter', null)).not.toBeNull();
  expect(refuseText(' · ', 'span')).toBeNull();
  expect(refuseText('×', 'button')).toBeNull();
  expect(refuseText('&nbsp;', 'span')).toBeNull();
  expect(refuseText('comet login', 'code')).toBeNull();
});

test('words in attributes for screen readers are reported, others are not', () => {
  expect(refuseAttribute('aria-label', 'Close')).toMatch(/^aria-label="Close"/);
  expect(refuseAttribute('placeholder', 'you@example.com')).not.toBeNull();
  expect(refuseAttribute('title', '')).toBeNull();
  expect(refuseAttribute('className', 'font-mono text-ink')).toBeNull();
});

test('a locale is reported in every screen file', () => {
  expect(refuseLocale('en-GB')).toMatch(/^'en-GB' is a language/);
  expect(refuseLocale('en')).toBeNull();
  expect(refuseLocale('es-mad')).toBeNull();
});

test('words in HTML templates are reported, tags and code are not', () => {
  expect(refuseMarkup(['<h1 class="note wrong">', '</h1><p>', ' · </p>'])).toBeNull();
  expect(refuseMarkup(['<p>', ' wait for us</p>'])).toMatch(/^"wait for us" is written/);
  expect(refuseMarkup(['<code>comet-ops orders</code>'])).toBeNull();
  expect(refuseMarkup(['<nav aria-label="Desk">', '</nav>'])).toMatch(/^aria-label="Desk"/);
  expect(refuseMarkup(['<input name="until" placeholder="2027-01-01" required>'])).toBeNull();
  expect(endsInTag(['<a href="'])).toBe(true);
  expect(endsInTag(['<a href="', '">'])).toBe(false);
});

test('a sentence is reported anywhere in a component; in an HTML template so is a heading', () => {
  const [component, page] = [
    'packages/ui/src/overlays/dialog.tsx',
    'apps/api/src/operator-console/pages/orders.ts',
  ];
  expect(refuseSentence(component, 'The file cannot be read')).toMatch(
    /^"The file cannot be read" is written/,
  );
  expect(refuseSentence(component, 'Escape')).toBeNull();
  expect(refuseSentence(component, 'font-mono text-ink')).toBeNull();
  expect(refuseSentence(page, 'Reference')).not.toBeNull();
  expect(refuseSentence(page, 'I am sure')).not.toBeNull();
  expect(refuseSentence(page, 'orders.createdAt')).toBeNull();
  expect(refuseSentence(page, 'DENY')).toBeNull();
});
