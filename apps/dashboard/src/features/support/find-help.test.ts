import { expect, it } from 'vitest';
import { findHelp, helpFor } from './find-help.ts';

const slugs = (pages: readonly { readonly slug: string }[]) => pages.map(({ slug }) => slug);

it('offers the pages that fit the screen, and common ones elsewhere', () => {
  expect(slugs(helpFor('/dash/billing/'))[0]).toBe('invoice');
  expect(slugs(helpFor('/dash/settings/two-factor/'))[0]).toBe('two-factor');
  expect(slugs(helpFor('/payment/subscription/upgrade'))[0]).toBe('change-plan');
  expect(slugs(helpFor('/dash/refer-friend'))).toEqual(['connect', 'no-connection', 'cancel']);
});

it('finds a page by the words that people use for it, titles first', () => {
  expect(slugs(findHelp('refund'))[0]).toBe('refund');
  expect(slugs(findHelp('upgrade'))).toEqual(['change-plan']);
  expect(slugs(findHelp('2fa'))).toEqual(['two-factor']);
  expect(slugs(findHelp('cancel'))[0]).toBe('cancel');
  expect(slugs(findHelp('Proxy Pyth'))).toEqual(['proxy-python']);
});

it('forgives one typing error', () => {
  expect(slugs(findHelp('refnud'))[0]).toBe('refund');
});

it('finds nothing for unknown words, and for none', () => {
  expect(findHelp('submarine')).toEqual([]);
  expect(findHelp(' … ')).toEqual([]);
});
