import { expect, test } from 'vitest';
import { bodyOf, pageSet, referencesIn, visitOrder } from './pages.ts';

test('the same seed gives the same pages, another seed other pages', () => {
  expect(pageSet(28, 30)).toEqual(pageSet(28, 30));
  expect(pageSet(28, 30)).not.toEqual(pageSet(29, 30));
});

test('pages differ in number and size of their files', () => {
  const pages = pageSet(28, 30);
  const sizes = pages.map((page) => page.reduce((sum, { bytes }) => sum + bytes, 0));
  expect(new Set(sizes).size).toBe(30);
  expect(new Set(pages.map((page) => page.length)).size).toBeGreaterThan(10);
});

test('every file of a page is found from its HTML, once', () => {
  for (const page of pageSet(28, 30)) {
    const found = page.flatMap((resource) => referencesIn(bodyOf(resource).toString('latin1')));
    expect(1 + found.length).toBe(page.length);
    expect(new Set([page[0]?.path, ...found])).toEqual(new Set(page.map(({ path }) => path)));
    for (const resource of page) expect(bodyOf(resource)).toHaveLength(resource.bytes);
  }
});

test('each round visits every page, in different orders', () => {
  const order = visitOrder(28, 30, 2);
  const [first, second] = [order.slice(0, 30), order.slice(30)];
  expect(first).not.toEqual(second);
  for (const round of [first, second]) expect(new Set(round).size).toBe(30);
});
