import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { all, folder, onEach, pages } from './built-pages.ts';

/** The server's compression settings. */
const SERVED = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
const STYLES = /<style>([\s\S]*?)<\/style>/g;
const stylesheet = (): string => all(pages.get('/') ?? '', STYLES)[0] ?? '';

export function loadingTests(): void {
  test('no page has more text than a phone can lay out without a long task', () => {
    const maxLength = 12_000;
    const wrong = onEach((html) =>
      all(html, /<div class="prose[^>]*>([\s\S]*?)<(?:nav|footer)/g)
        // A drawing has a fixed size, so that it is not part of the layout of the text.
        .map((text) => text.replaceAll(/<svg[\s\S]*?<\/svg>/g, ''))
        .filter(({ length }) => length > maxLength)
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

  test('plain pages run no script; live pages contain one module, which loads ours, below 8 kB', async () => {
    const script = /<script(?![^>]*ld\+json)([^>]*)>/g;
    const running = [...pages].filter(([, html]) => html.search(script) >= 0);
    expect(running.map(([path]) => path).toSorted()).toEqual(['/404/', '/help/', '/locations/', '/status/']);
    for (const [path, html] of running) {
      // Modules are deferred (HTML, “The script element”).
      expect(all(html, script), path).toEqual([' type="module"']);
      const [inline = ''] = all(html, /<script type="module">(.*?)<\/script>/gs);
      const imported = all(inline, /import\(`([^`]*)`\)/g);
      expect(imported, path).toEqual([expect.stringMatching(/^\/assets\/live\.[^/]+\.js$/)]);
      const sizes = [Buffer.from(inline), await readFile(join(folder, imported[0] ?? ''))].map(
        (bytes) => gzipSync(bytes).length,
      );
      expect(sizes[0], path).toBeLessThan(1_500);
      expect(sizes[1], path).toBeLessThan(8_000);
    }
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
    const largestPages = [...pages].toSorted(([, one], [, other]) => other.length - one.length).slice(0, 6);
    const sizes = largestPages.map(([path, html]) => ({
      path,
      size: brotliCompressSync(html, SERVED).length,
    }));
    expect(sizes.filter(({ size }) => size > 13_700)).toEqual([]);
    const preloads = /<link rel="preload" [^>]*href="([^"]*)"/g;
    const preloaded = all(pages.get('/') ?? '', preloads);
    const weights = await Promise.all(preloaded.map(async (face) => (await stat(join(folder, face))).size));
    expect(preloaded.map((face) => face.replace(/\..*/, ''))).toEqual(['/assets/text', '/assets/heading']);
    expect([weights[0], weights[1]]).toSatisfy(([text = 0, heading = 0]) => text < 19_600 && heading < 9_400);
    // A third font, or an unused one, would delay pages on a slow line.
    expect(onEach((html) => (String(all(html, preloads)) === String(preloaded) ? [] : ['others']))).toEqual(
      [],
    );
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
}
