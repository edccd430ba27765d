import { expect, test } from 'vitest';
import { buildIndex } from './build-index.ts';
import { isOneErrorApart, search } from './search.ts';

const entries = buildIndex([
  { path: '/refunds/', title: 'Refunds', description: 'Get your money back.', kind: 'legal' },
  { path: '/help/refund/', title: 'Get a refund', description: 'In your account.', kind: 'help' },
  {
    path: '/locations/cote-d-ivoire/',
    title: 'VPN in Côte d’Ivoire',
    description: 'Abidjan',
    kind: 'location',
  },
  {
    path: '/blog/the-kill-switch/',
    title: 'The kill switch',
    description: 'How it holds.',
    kind: 'article',
    body: 'It blocks [DHCP](https://example.com/unlisted) and <b class="bold">IPv6</b> in the kernel.',
  },
]);
const paths = (...given: Parameters<typeof search> extends [unknown, ...infer Rest] ? Rest : never) =>
  search(entries, ...given).map(({ path }) => path);

test('finds pages by title, description and body, titles first', () => {
  expect(paths('refund')).toEqual(['/help/refund/', '/refunds/']);
  expect(paths('money')).toEqual(['/refunds/']);
  expect(paths('ipv6')).toEqual(['/blog/the-kill-switch/']);
  expect(paths('kill sw')).toEqual(['/blog/the-kill-switch/']);
  expect(paths('COTE ivoire')).toEqual(['/locations/cote-d-ivoire/']);
});

test('needs every word, unless partial matches are wanted', () => {
  expect(paths('refund ipv6')).toEqual([]);
  expect(paths('refund ipv6', { partial: true })).toHaveLength(3);
  expect(paths('refund', { kinds: ['help'] })).toEqual(['/help/refund/']);
  expect(paths('refund', { limit: 1 })).toHaveLength(1);
  expect(paths(' … ')).toEqual([]);
});

test('forgives one typing error in a word of four letters and more', () => {
  expect(paths('refnuds')).toEqual(['/refunds/']);
  expect(paths('refnd')).toEqual(['/help/refund/', '/refunds/']);
  expect(paths('ipv')).toEqual(['/blog/the-kill-switch/']);
  expect(paths('kil')).toEqual(['/blog/the-kill-switch/']);
  expect(paths('ipx')).toEqual([]);
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

test('the index holds neither markup, nor addresses of links, nor a word twice', () => {
  expect(entries.at(-1)?.words).toBe('blocks dhcp ipv6 kernel');
  const page = { path: '/a/', title: 'A', description: 'B', kind: 'page' } as const;
  expect(() => buildIndex([page, page])).toThrow('/a/ is in the search index twice');
});
