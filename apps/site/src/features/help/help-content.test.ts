import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as dashboardTexts from '@comet/texts';
import * as commandTexts from '@comet/texts/command';
import * as desktopTexts from '@comet/texts/desktop';
import { helpPages } from '@comet/texts/help';
import * as siteTexts from '@comet/texts/site';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../../..');
const folder = join(root, 'apps/site/content/help');
const pages = helpPages.map(({ slug }) => ({
  slug,
  text: readFileSync(join(folder, `${slug}.md`), 'utf8'),
}));

/** The errors of each page, prefixed with its name. */
const onEach = (wrong: (text: string) => readonly string[]): string[] =>
  pages.flatMap(({ slug, text }) => wrong(text).map((what) => `${slug}: ${what}`));
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, one = '']) => one);

test('each page has a text, and each text has a page', () => {
  const files = readdirSync(folder).map((name) => name.replace(/\.md$/, ''));
  expect(files.toSorted()).toEqual(pages.map(({ slug }) => slug).toSorted());
  expect(pages.length).toBeGreaterThanOrEqual(25);
});

test('each page has prerequisites, steps, the expected result and problems, in 100 to 300 words', () => {
  const headings = ['What you need', 'Steps', 'What you should see', 'If it doesn’t work'];
  const wrong = onEach((text) => {
    const words = text.replaceAll(/```[\s\S]*?```/g, '').split(/\s+/).length;
    return [
      ...(String(all(text, /^## (.*)$/gm)) === String(headings) ? [] : ['headings']),
      ...(words >= 100 && words <= 300 ? [] : [`${words} words`]),
      ...(/^1\. /m.test(text) ? [] : ['no numbered steps']),
    ];
  });
  expect(wrong).toEqual([]);
});

/** Every sentence of a module of texts. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesOf) : [];
}

test('each bold label exists in the dashboard, the app or the site', () => {
  const texts = sentencesOf([dashboardTexts, desktopTexts, siteTexts]);
  const labels = new Set(texts.map((text) => text.replaceAll('\u00a0', ' ')));
  // The first words of a list item, up to its colon, name the problem that it solves.
  const wrong = onEach((text) =>
    all(text, /\*\*([^*]+)\*\*/g).filter((label) => !label.endsWith(':') && !labels.has(label)),
  );
  expect(wrong).toEqual([]);
});

test('each command exists in the help of comet', () => {
  const { commands, options } = commandTexts.cometTexts.sentences.help;
  const isKnown = (line: string): boolean => {
    const [, first = '', second = ''] = line.split(' ');
    const isNested = second !== '' && ['set', 'split', 'proxy'].includes(first);
    return camel(isNested ? `${first}-${second}` : first) in commands;
  };
  const wrong = onEach((text) => {
    const written = [...all(text, /`(comet [^`\n]+)`/g), ...all(text, /^\s*(comet .+)$/gm)];
    return written.flatMap((line) => [
      ...(isKnown(line) ? [] : [line]),
      ...(/ curl /.test(line) ? [] : all(line, / --([\w-]+)/g).filter((name) => !(name in options))),
    ]);
  });
  expect(wrong).toEqual([]);
});

const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

test('each link leads to a page of the site or of the dashboard', () => {
  const site = new Set([
    ...helpPages.map(({ slug }) => `/help/${slug}/`),
    ...['/download/', '/status/', '/get-in-touch/', '/refunds/'],
  ]);
  const routes = ['dashboard', 'data', 'payments', 'sign-in']
    .map((name) => readFileSync(join(root, `apps/dashboard/src/routes/${name}.ts`), 'utf8'))
    .join('\n');
  const isRoute = (path: string) => routes.includes(`'${path.replace(/\/$/, '')}'`);
  const wrong = onEach((text) =>
    all(text, /\]\(([^)]*)\)/g).filter((target) => {
      if (target.startsWith('https://www.wireguard.com/')) return false;
      return target.startsWith('dashboard:')
        ? !isRoute(target.slice('dashboard:'.length))
        : !site.has(target);
    }),
  );
  expect(wrong).toEqual([]);
});

test('each page links to three other pages', () => {
  const wrong = helpPages.filter(
    ({ slug, related }) => new Set(related).size !== 3 || related.includes(slug),
  );
  expect(wrong).toEqual([]);
});
