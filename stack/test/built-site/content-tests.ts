import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { proofTexts } from '@comet/texts/site';
import { expect, test } from 'vitest';
import { inRepository } from '../../src/repository.ts';
import { all, folder, onEach, pages } from './built-pages.ts';

export function contentTests(): void {
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
}
