import { expect, it } from 'vitest';
import { hrefOf, readSearch } from './addresses.ts';

it('an address is written out with its names and its query, and without what is absent', () => {
  expect(hrefOf({ to: '/dash/dedicated/$id', params: { id: 'a/b' } })).toBe('/dash/dedicated/a%2Fb');
  expect(hrefOf({ to: '/login/', search: { redirect: '/dash/?a=b', session: undefined } })).toBe(
    '/login/?redirect=%2Fdash%2F%3Fa%3Db',
  );
  expect(hrefOf({ href: '/anywhere?x=1' })).toBe('/anywhere?x=1');
});

it('a query is read as texts: digits stay what they are, and empty is absent', () => {
  expect(readSearch('?token=0012&code=')).toEqual({ token: '0012' });
});
