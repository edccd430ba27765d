import { existsSync } from 'node:fs';
import { glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { proofTexts } from '@comet/texts/site';
import { beforeAll, expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import { buildSite } from './build.ts';

/** A single build of the site, as `npm start` serves it. */
let folder: string;
/** All pages by path. */
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await buildSite(() => undefined);
  const found: [string, string][] = [];
  for await (const file of glob('**/*.html', { cwd: folder })) {
    const path = file === '404.html' ? '/404/' : `/${file.replace(/index\.html$/, '')}`;
    found.push([path, await readFile(join(folder, file), 'utf8')]);
  }
  pages = new Map(found);
}, 180_000);

const all = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, one = '']) => one);
/** The server's compression settings. */
const SERVED = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
const STYLES = /<style>([\s\S]*?)<\/style>/g;
const stylesheet = (): string => all(pages.get('/') ?? '', STYLES)[0] ?? '';
const site = 'https://cometvpn.example';
const listed = (): string[] =>
  [...pages].filter(([, html]) => html.includes('rel="canonical"')).map(([path]) => path);
const onEach = (wrong: (html: string, path: string) => readonly string[]): string[] =>
  [...pages].flatMap(([path, html]) => wrong(html, path).map((what) => `${path}: ${what}`));

test('every page has one headline, a unique title, and a meaningful description', () => {
  const wrong = onEach((html) => {
    const [description = ''] = all(html, /<meta name="description" content="([^"]*)"/g);
    return [
      ...(all(html, /(<h1)[ >]/g).length === 1 ? [] : ['headlines']),
      ...(/<html lang="en">/.test(html) ? [] : ['language']),
      ...(description.length >= 25 && description.length <= 220 ? [] : [`description: ${description}`]),
    ];
  });
  expect(wrong).toEqual([]);
  const titles = [...pages.values()].flatMap((html) => all(html, /<title>([^<]*)<\/title>/g));
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('no table of a document has an empty heading, and wide code can be scrolled by keyboard', () => {
  expect(onEach((html) => all(html, /(<th[^>]*>\s*<\/th>)/g))).toEqual([]);
  expect(
    onEach((html, path) => (path.startsWith('/documents/') ? all(html, /(<pre(?! tabindex="0"))/g) : [])),
  ).toEqual([]);
});

test('every link leads to an existing page, file or anchor', () => {
  const wrong = onEach((html, path) =>
    all(html, /<a [^>]*?href="([^"]*)"/g).filter((href) => {
      const [target = '', mark] = href.replaceAll('&amp;', '&').split('#');
      if (/^(https?:|mailto:)/.test(target) || target.startsWith('/api/')) return false;
      const page = pages.get(target === '' ? path : target);
      if (mark !== undefined && mark !== '') return !page?.includes(`id="${mark}"`);
      return page === undefined && !existsSync(join(folder, target));
    }),
  );
  expect(wrong).toEqual([]);
});

test('links to a part of a long document lead to its chapter, and the chapters link to each other', () => {
  const listedIn = (path: string): string[] =>
    all(pages.get(path) ?? '', /<li id="([^"]*)"/g).map((chapter) => `${path}${chapter}/`);
  const wrong = onEach((html) =>
    all(html, /<a [^>]*?href="(\/documents\/[^"]*#[^"]*)"/g).filter((href) => {
      const [page = '', mark] = href.split('#');
      return listedIn(page).includes(`${page}${mark}/`);
    }),
  );
  expect(wrong).toEqual([]);
  const long = [...pages.keys()].filter(
    (path) => /^\/documents\/[\w-]+\/$/.test(path) && listedIn(path).length > 0,
  );
  expect(long).toContain('/documents/security/');
  for (const path of long) {
    const chapters = listedIn(path);
    expect(chapters.length).toBeGreaterThan(5);
    const next = chapters.map((chapter) => all(pages.get(chapter) ?? '', /href="([^"]*)" rel="next"/g));
    expect(next).toEqual([...chapters.slice(1).map((chapter) => [chapter]), []]);
    const entry = /<a href="([^"]*)" class="group[^>]*><h2[^>]*>[^<]+<\/h2><p[^>]*>[^<]{5,}<\/p>/g;
    expect(all(pages.get(path) ?? '', entry)).toEqual(chapters);
  }
});

test('no page has more text than a phone can lay out without a long task', () => {
  const most = 12_000;
  const wrong = onEach((html) =>
    all(html, /<div class="prose[^>]*>([\s\S]*?)<(?:nav|footer)/g)
      .filter(({ length }) => length > most)
      .map(({ length }) => `${length} characters`),
  );
  expect(wrong).toEqual([]);
});

test('no page or stylesheet loads anything from another origin', () => {
  const wrong = onEach((html) => [
    ...all(html, /\s(?:src|srcset|action|poster|data)="([^"]*)"/g).filter((url) => !/^\/(?!\/)/.test(url)),
    ...all(html, /<link (?![^>]*rel="(?:canonical|alternate)")[^>]*href="([^"]*)"/g).filter(
      (url) => !/^\/(?!\/)/.test(url),
    ),
  ]);
  expect(wrong).toEqual([]);
  expect(
    all(stylesheet(), /(?:url\(|@import )["']?([^"')]*)/g).filter((url) => !url.startsWith('/assets/')),
  ).toEqual([]);
});

test('plain pages run no script; live pages load ours, below 70 kB and deferred', async () => {
  const script = /<script(?![^>]*ld\+json)([^>]*)>/g;
  const running = [...pages].filter(([, html]) => html.search(script) >= 0);
  expect(running.map(([path]) => path).toSorted()).toEqual(['/404/', '/help/', '/locations/', '/status/']);
  for (const [path, html] of running) {
    const scripts = all(html, script);
    // Modules are deferred (HTML, “The script element”).
    expect(scripts, path).toEqual([expect.stringMatching(/^ type="module" src="\/assets\/[^"]+\.js"$/)]);
    const [file = ''] = all(html, /<script type="module" src="([^"]*)"/g);
    expect(gzipSync(await readFile(join(folder, file))).length, path).toBeLessThan(8_000);
  }
});

test('the search index leads to pages only, and to every article, help page and legal page', async () => {
  const index = JSON.parse(await readFile(join(folder, 'search-index.json'), 'utf8')) as { path: string }[];
  const found = index.map(({ path }) => path);
  expect(found.filter((path) => !pages.has(path))).toEqual([]);
  const help = [...pages.keys()].filter((path) => /^\/help\/[\w-]+\/$/.test(path));
  expect(help.length).toBeGreaterThanOrEqual(25);
  expect(found).toEqual(expect.arrayContaining(help));
  expect(found).toEqual(
    expect.arrayContaining(['/terms/', '/privacy/', '/refunds/', '/imprint/', '/blog/the-kill-switch/']),
  );
});

test('no legal page has a placeholder, and one for development says that its company is a sample', () => {
  for (const path of ['/terms/', '/privacy/', '/refunds/', '/imprint/']) {
    const [, text = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(pages.get(path) ?? '') ?? [];
    expect(text.replaceAll(/<[^>]*>/g, ''), path).not.toMatch(/[[\]{}]/);
    expect(text, path).toContain('sample');
  }
});

test('the footer leads to no engineering document', () => {
  const [, footer = ''] = /<footer([\s\S]*)<\/footer>/.exec(pages.get('/') ?? '') ?? [];
  expect(footer).toContain('href="/imprint/"');
  expect(footer).not.toContain('/documents/');
});

test('no page contains what the policy forbids: inline handlers, third-party scripts or other styles', () => {
  const wrong = onEach((html) => [
    ...all(html, /<[a-z][^>]*?\s(style|on[a-z]+)=/g),
    ...all(html, /(<script (?![^>]*src="\/assets\/)[^>]*src=[^>]*>)/g),
    ...all(html, /(<astro-island)/g),
  ]);
  expect(wrong).toEqual([]);
});

test('every page contains the only stylesheet, which one hash allows, and loads no other', () => {
  const wrong = onEach((html) => [
    ...(all(html, STYLES).length === 1 && all(html, STYLES)[0] === stylesheet()
      ? []
      : ['another stylesheet']),
    ...all(html, /<link [^>]*(rel="stylesheet")/g),
  ]);
  expect(wrong).toEqual([]);
});

test('a page with its stylesheet and 900 bytes of headers fits into the first ten packets, and preloads two fonts of at most 29 kB', async () => {
  // Maximum compression is slow, so only the longest pages are tested.
  const longest = [...pages].toSorted(([, one], [, other]) => other.length - one.length).slice(0, 6);
  const sizes = longest.map(([path, html]) => ({ path, size: brotliCompressSync(html, SERVED).length }));
  expect(sizes.filter(({ size }) => size > 13_700)).toEqual([]);
  const preloads = /<link rel="preload" [^>]*href="([^"]*)"/g;
  const preloaded = all(pages.get('/') ?? '', preloads);
  const weights = await Promise.all(preloaded.map(async (face) => (await stat(join(folder, face))).size));
  expect(preloaded.map((face) => face.replace(/\..*/, ''))).toEqual(['/assets/text', '/assets/heading']);
  expect([weights[0], weights[1]]).toSatisfy(([text = 0, heading = 0]) => text < 19_600 && heading < 9_400);
  // A third font, or an unused one, would delay pages on a slow line.
  expect(onEach((html) => (String(all(html, preloads)) === String(preloaded) ? [] : ['others']))).toEqual([]);
  const families = all(stylesheet(), /@font-face\{font-family:([^;]*)/g);
  expect([...new Set(families)].toSorted()).toEqual([
    'Comet heading',
    'Comet text',
    'Heading fallback',
    'Heading fallback of Android',
    'Heading fallback of Linux',
    'Text fallback',
    'Text fallback of Android',
    'Text fallback of Linux',
  ]);
});

test.each([
  ['text', /(<body[\s\S]*)/g],
  ['heading', /<(?:h[1-3]|\w+ class="[^"]*font-heading[^"]*")[^>]*>([\s\S]*?)<\/(?:h[1-3]|dt|p|span)>/g],
])('the font subset contains every character of every page except documents: %s', (name, where) => {
  const rule = new RegExp(`url\\(/assets/${name}\\.[^}]*unicode-range:([^;}]*)`, 'g');
  const ranges = all(stylesheet(), rule)
    .flatMap((range) => all(range, /U\+([0-9a-f-]+)/gi))
    .map((range) => range.split('-').map((code) => Number.parseInt(code, 16)));
  const has = (email: string): boolean => {
    const code = email.codePointAt(0) ?? 0;
    return ranges.some(([first = 0, last = first]) => first <= code && code <= last);
  };
  const wrong = onEach((html, path) => {
    if (path.startsWith('/documents/')) return [];
    const words = all(html, where)
      .join('')
      .replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>|&#?\w+;|\s/g, '');
    return [...new Set(words)].filter((email) => !has(email));
  });
  expect(wrong).toEqual([]);
});

test('the sitemap contains every indexable page, and no other', async () => {
  const map = await readFile(join(folder, 'sitemap-0.xml'), 'utf8');
  const mapped = all(map, /<loc>([^<]*)<\/loc>/g).map((url) => url.replace(site, ''));
  expect(mapped.toSorted()).toEqual(listed().toSorted());
  const wrong = onEach((html, path) =>
    all(html, /<link rel="canonical" href="([^"]*)"/g).filter((url) => url !== `${site}${path}`),
  );
  expect(wrong).toEqual([]);
  expect(await readFile(join(folder, 'robots.txt'), 'utf8')).toContain(`Sitemap: ${site}/sitemap-index.xml`);
});

test('a shared page has its own picture, 1200 by 630', async () => {
  const pictures = new Set(
    [...pages.values()].flatMap((html) => all(html, /<meta property="og:image" content="([^"]*)"/g)),
  );
  expect(pictures.size).toBeGreaterThan(20);
  for (const url of pictures) {
    const png = await readFile(join(folder, url.replace(site, '')));
    expect([url, png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([url, 1200, 630]);
  }
});

test('structured data describes the company, the offers, the article and the breadcrumbs', () => {
  const types = (path: string): string[] =>
    all(pages.get(path) ?? '', /<script type="application\/ld\+json">(.*?)<\/script>/gs).map(
      (text) => (JSON.parse(text) as { '@type': string })['@type'],
    );
  expect(types('/')).toEqual(['Organization']);
  expect(types('/pricing/')).toEqual(['Product', 'BreadcrumbList']);
  expect(types('/blog/the-kill-switch/')).toEqual(['Article', 'BreadcrumbList']);
  expect(types('/locations/netherlands/')).toEqual(['BreadcrumbList']);
  const [trail = ''] = all(
    pages.get('/documents/security/gateways/') ?? '',
    /<script type="application\/ld\+json">(.*?)<\/script>/gs,
  );
  expect(all(trail, /"item":"([^"]*)"/g)).toEqual(
    ['/', '/documents/', '/documents/security/', '/documents/security/gateways/'].map((path) => site + path),
  );
});

test('the feed contains every article, and a tag’s feed those of the tag', async () => {
  const fed = async (path: string): Promise<string[]> => {
    const feed = await readFile(join(folder, path, 'rss.xml'), 'utf8');
    return all(feed, /<item>.*?<link>([^<]*)<\/link>/gs).map((url) => url.replace(site, ''));
  };
  const isArticle = (path: string): boolean => /^\/blog\/[a-z-]+\/$/.test(path);
  const articles = [...pages.keys()].filter(isArticle);
  expect(articles.length).toBeGreaterThanOrEqual(6);
  expect((await fed('/')).toSorted()).toEqual(articles.toSorted());
  const tags = [...pages].filter(([path]) => path.startsWith('/blog/tags/'));
  for (const [path, html] of tags) {
    expect(await fed(path), path).toEqual(all(html, /<a href="([^"]*)"/g).filter(isArticle));
  }
});

test('every article names its author, and links to a page about them', () => {
  const wrong = onEach((html, path) => {
    if (!/^\/blog\/[a-z-]+\/$/.test(path)) return [];
    const authors = all(html, /<a href="(\/blog\/authors\/[^"]*)"/g);
    return authors.length > 0 && authors.every((author) => pages.has(author)) ? [] : ['author'];
  });
  expect(wrong).toEqual([]);
});

test('an article has the same date in text and markup, in any time zone of the build', () => {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const wrong = onEach((html) =>
    all(html, /"datePublished":"([^"]*)"/g).filter((at) => !html.includes(`${day.format(new Date(at))} · `)),
  );
  expect(wrong).toEqual([]);
});

test('every test that the site names as a proof is in the repository', () => {
  const named = proofTexts.claims.flatMap(({ tests }) => [...tests]);
  expect(named.filter((path) => !existsSync(inRepository(path)))).toEqual([]);
});

test('each proof on the security page links the source of its test', async () => {
  const named = [...new Set(proofTexts.claims.flatMap(({ tests }): readonly string[] => tests))];
  const links = all(pages.get('/security/') ?? '', /<a href="\/security\/tests\/([^"]*)\.txt"/g);
  expect([...new Set(links)].toSorted()).toEqual(named.toSorted());
  for (const path of named) {
    const shown = await readFile(join(folder, 'security/tests', `${path}.txt`), 'utf8');
    expect(shown, path).toBe(await readFile(inRepository(path), 'utf8'));
  }
});

test('prices on the page are those of the catalogue', () => {
  expect(pages.get('/pricing/')).toContain('$59.88');
});
