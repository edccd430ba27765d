import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepTogether } from '@comet/texts/site';
import { expect, test } from 'vitest';
import { all, folder, onEach, pages, site } from './built-pages.ts';

const listed = (): string[] =>
  [...pages].filter(([, html]) => html.includes('rel="canonical"')).map(([path]) => path);

export function metadataTests(): void {
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

  test('the sitemap contains every indexable page, and no other', async () => {
    const map = await readFile(join(folder, 'sitemap-0.xml'), 'utf8');
    const mapped = all(map, /<loc>([^<]*)<\/loc>/g).map((url) => url.replace(site, ''));
    expect(mapped.toSorted()).toEqual(listed().toSorted());
    const wrong = onEach((html, path) =>
      all(html, /<link rel="canonical" href="([^"]*)"/g).filter((url) => url !== `${site}${path}`),
    );
    expect(wrong).toEqual([]);
    expect(await readFile(join(folder, 'robots.txt'), 'utf8')).toContain(
      `Sitemap: ${site}/sitemap-index.xml`,
    );
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
      ['/', '/documents/', '/documents/security/', '/documents/security/gateways/'].map(
        (path) => site + path,
      ),
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
      all(html, /"datePublished":"([^"]*)"/g).filter(
        (at) => !html.includes(`${keepTogether(day.format(new Date(at)))} · `),
      ),
    );
    expect(wrong).toEqual([]);
  });
}
