import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSite } from '../../src/site/build.ts';

/** A single build of the site, as `npm start` serves it. */
export const folder = await buildSite(() => undefined);

/** All pages by path. */
export const pages: ReadonlyMap<string, string> = await readPages();

async function readPages() {
  const found: [string, string][] = [];
  for await (const file of glob('**/*.html', { cwd: folder })) {
    const path = file === '404.html' ? '/404/' : `/${file.replace(/index\.html$/, '')}`;
    found.push([path, await readFile(join(folder, file), 'utf8')]);
  }
  return new Map(found);
}

export const site = 'https://cometvpn.example';

/** The first group of each match. */
export const all = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, one = '']) => one);

/** The findings on all pages, each with the page's path. */
export const onEach = (wrong: (html: string, path: string) => readonly string[]): string[] =>
  [...pages].flatMap(([path, html]) => wrong(html, path).map((what) => `${path}: ${what}`));
