import { notTestable, testNamed } from '../evidence.ts';

/** Evidence that lines of several help pages and articles share. */

const content = 'apps/site/src/features/help/help-content.test.ts';
export const labels = testNamed(content, 'each bold label exists in the dashboard, the app or the site');
export const links = testNamed(content, 'each link leads to a page of the site or of the dashboard');
export const needs = notTestable('It says what the reader needs or does.');
export const conduct = (what: string) => notTestable(`People decide ${what}.`);
export const world = (why: string) => notTestable(`About the world: ${why}`);
export const theirs = (what: string) => notTestable(`${what} is up to another company’s product.`);
/** We do not test the kill switch of other companies' apps, and the page says so. */
export const otherApps = notTestable('The app of another company has its own kill switch.');
export const stores = testNamed(
  'apps/api/test/payments/billing.db.test.ts',
  'shows an app store subscription, and refuses every change of it with the name of the store',
);
