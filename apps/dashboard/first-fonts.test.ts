import { expect, test } from 'vitest';
import { splitRule } from './first-fonts.ts';

const rule = (file: string) =>
  `@font-face{font-family:A;font-weight:400 700;src:url(/assets/${file})format("woff2-variations");unicode-range:U+??,U+131}`;

test('a reduced font has a rule for our characters, and the others load their own file', () => {
  const split = splitRule(
    `${rule('a-latin.woff2')}p{margin:0}`,
    'assets/a-latin.woff2',
    'assets/a-others.woff2',
  );
  const rules = split.match(/@font-face\{[^}]*\}/g) ?? [];
  expect(rules).toHaveLength(2);
  const [ours = '', others = ''] = rules;
  expect(ours).toMatch(/^@font-face\{font-family:A;font-weight:400 700;src:url\(\/assets\/a-latin\.woff2\)/);
  expect(others).toContain('url(/assets/a-others.woff2)');
  const [inOurs, inOthers] = [charactersOf(ours), charactersOf(others)];
  expect([...inOurs].filter((code) => inOthers.has(code))).toEqual([]);
  // The range of `@fontsource-variable` without the control characters.
  for (const code of [0x20, 0x41, 0x7e, 0xa0, 0xe9, 0xff, 0x131, 0x2019, 0x2026, 0x206f, 0xfffd])
    expect(inOurs.has(code) || inOthers.has(code), code.toString(16)).toBe(true);
  expect(split).toContain('p{margin:0}');
});

test('the rules of other fonts are unchanged', () => {
  const css = rule('b-latin.woff2');
  expect(splitRule(css, 'assets/a-latin.woff2', 'assets/a-others.woff2')).toBe(css);
});

function charactersOf(css: string): Set<number> {
  const ranges = /unicode-range:([^}]*)/.exec(css)?.[1] ?? '';
  return new Set(
    ranges.split(', ').flatMap((range) => {
      const [first = 0, last = first] = range
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    }),
  );
}
