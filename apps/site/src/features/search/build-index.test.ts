import { expect, test } from 'vitest';
import { buildIndex } from './build-index.ts';

test('the index holds neither markup, nor addresses of links, nor a word twice', () => {
  const page = {
    path: '/a/',
    title: 'The kill switch',
    description: 'How it holds.',
    kind: 'article',
  } as const;
  const body = 'It blocks [DHCP](https://example.com/unlisted) and <b class="bold">IPv6</b> in the kernel.';
  expect(buildIndex([{ ...page, body }])[0]?.words).toBe('blocks dhcp ipv6 kernel');
  expect(() => buildIndex([page, page])).toThrow('/a/ is in the search index twice');
});
