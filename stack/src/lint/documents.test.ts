import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import { FOLDER_RULES } from './folder-rules.ts';

const SKIPPED = new Set(['node_modules', 'dist', '.tsbuild', '.comet', '.astro', 'target', '.git', 'gen']);
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: inRepository('.'), exclude: (name) => SKIPPED.has(name.split('/').at(-1) ?? '') });
const read = (file: string): string => readFileSync(inRepository(file), 'utf8');

/** Maximum size of a decision record: it fits on one screen. */
const SCREEN = { lines: 45, characters: 160 };
const SECTIONS = ['Problem', 'Options', 'Decision', 'Consequences'];
const records = readdirSync(inRepository('docs/decisions')).toSorted();
const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

test('there are at most 60 decision records, numbered without gaps', () => {
  expect(records.length).toBeLessThanOrEqual(60);
  expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, index) => index + 1));
});

test.each(records)('%s has the title, the sections and the size of a decision record', (name) => {
  const text = read(`docs/decisions/${name}`);
  const [, number, title] = /^# (\d+)\. (.+)\n/.exec(text) ?? [];
  expect(`${number?.padStart(4, '0')}-${slug(title ?? '')}.md`).toBe(name);
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(SECTIONS);
  const lines = text.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(SCREEN.lines);
  expect(lines.filter((line) => line.length > SCREEN.characters)).toEqual([]);
});

test('every decision that a source file or document mentions exists', () => {
  const missing: string[] = [];
  for (const file of filesOf('**/*.{ts,tsx,mjs,rs,md,yml,service}')) {
    const text = read(file);
    for (const [link, name] of text.matchAll(/decisions\/(\d{4}-[\w-]+)/g))
      if (!records.includes(`${name}.md`) && !link.endsWith('NAME')) missing.push(`${file}: ${link}`);
    for (const [mention, numbers = ''] of text.matchAll(/\bdecisions? \[?(\d+(?:(?:, | and )\d+)*)/gi))
      if (numbers.split(/\D+/).some((number) => Number(number) > records.length))
        missing.push(`${file}: ${mention}`);
  }
  expect(missing).toEqual([]);
});

test('every relative link of a Markdown document leads to a file', () => {
  const broken = filesOf('**/*.md').flatMap((file) => {
    const targets = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, target = '']) => target.split('#')[0] ?? '',
    );
    return targets
      .filter((target) => target !== '' && !/^(?:[a-z]+:|\/)/.test(target))
      .filter((target) => !existsSync(inRepository(join(dirname(file), target))))
      .map((target) => `${file}: ${target}`);
  });
  expect(broken).toEqual([]);
});

test('docs/architecture.md has the dependencies that the linter enforces', () => {
  const table = new Map(
    [...read('docs/architecture.md').matchAll(/^\| ([\w-]+) \| (.+) \|$/gm)].map(([, name, may]) => [
      name,
      may,
    ]),
  );
  for (const [name, { mayImport }] of Object.entries(FOLDER_RULES)) {
    if (mayImport === 'anything') continue;
    expect([name, table.get(name.replace('@comet/', ''))]).toEqual([name, mayImport.join(', ') || 'nothing']);
  }
});

test('every path in CONTRIBUTING.md exists', () => {
  const paths = [
    ...read('CONTRIBUTING.md').matchAll(/`((?:apps|crates|docs|e2e|lab|packages|stack)\/[^`\s]*)`/g),
  ];
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(inRepository(path)))).toEqual([]);
});

test('the READMEs of apps, packages and crates mention only existing folders and have at most 60 lines', () => {
  const readmes = filesOf('{apps,packages,crates}/*/README.md');
  for (const readme of readmes) {
    const text = read(readme);
    const folders = [...text.matchAll(/^## ((?:ui\/)?src\S*)$([^#]*)/gm)].flatMap(
      ([, base = '', rows = '']) =>
        [...rows.matchAll(/^\| [^|]+ \| ([^|]+) \|/gm)].flatMap(([, names = '']) =>
          [...names.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => join(dirname(readme), base, name)),
        ),
    );
    expect(folders.filter((folder) => !existsSync(inRepository(folder)))).toEqual([]);
    if (readme !== 'crates/relay/README.md')
      expect([readme, text.trimEnd().split('\n').length <= 60]).toEqual([readme, true]);
  }
});
