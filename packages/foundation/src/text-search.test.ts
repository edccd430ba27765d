import { expect, test } from 'vitest';
import { isOneErrorApart, searchText } from './text-search.ts';

const entries = [
  { path: '/refunds/', title: 'Refunds', description: 'Get your money back.', words: '' },
  { path: '/help/refund/', title: 'Get a refund', description: 'In your account.', words: '' },
  { path: '/locations/cote-d-ivoire/', title: 'VPN in Côte d’Ivoire', description: 'Abidjan', words: '' },
  {
    path: '/blog/the-kill-switch/',
    title: 'The kill switch',
    description: 'How it holds.',
    words: 'blocks dhcp ipv6 kernel',
  },
];
const paths = (query: string, options?: Parameters<typeof searchText>[2]) =>
  searchText(entries, query, options).map(({ path }) => path);

test('finds pages by title, description and body, titles first', () => {
  expect(paths('refund')).toEqual(['/help/refund/', '/refunds/']);
  expect(paths('money')).toEqual(['/refunds/']);
  expect(paths('ipv6')).toEqual(['/blog/the-kill-switch/']);
  expect(paths('kill sw')).toEqual(['/blog/the-kill-switch/']);
  expect(paths('COTE ivoire')).toEqual(['/locations/cote-d-ivoire/']);
});

test('requires every word, unless partial matches are requested', () => {
  expect(paths('refund ipv6')).toEqual([]);
  expect(paths('refund ipv6', { partial: true })).toHaveLength(3);
  expect(paths('refund', { limit: 1 })).toHaveLength(1);
  expect(paths(' … ')).toEqual([]);
});

test('tolerates one typing error in a word of four letters or more', () => {
  expect(paths('refnuds')).toEqual(['/refunds/']);
  expect(paths('refnd')).toEqual(['/help/refund/', '/refunds/']);
  expect(paths('ipv')).toEqual(['/blog/the-kill-switch/']);
  expect(paths('kil')).toEqual(['/blog/the-kill-switch/']);
  expect(paths('ipx')).toEqual([]);
  expect(paths('ipv5')).toEqual(['/blog/the-kill-switch/']);
  expect(paths('ipv5', { typoFrom: 5 })).toEqual([]);
});

test.each([
  ['route', 'rotue', true],
  ['route', 'rout', true],
  ['route', 'routes', true],
  ['route', 'roude', true],
  ['route', 'ruote', true],
  ['route', 'rtuoe', false],
  ['route', 'rou', false],
])('%s and %s are one error apart: %s', (one, other, apart) => {
  expect(isOneErrorApart(one, other)).toBe(apart);
  expect(isOneErrorApart(other, one)).toBe(apart);
});
