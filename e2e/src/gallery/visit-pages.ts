import { expect, type Page } from '@playwright/test';
import { pictureName } from './take-pictures.ts';

/** Maximum pages of one surface. */
const maxPages = 150;

/**
 * Follows the links of `start` to pages below it and calls `take` on each. Pages that differ only in an id are one page type: the first
 * is taken. Links with a query are not followed.
 */
export async function visitPages(
  page: Page,
  start: string,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const { origin, pathname: root } = new URL(start);
  const seen = new Set([pictureName(root)]);
  const waiting = [root];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    // Opening a file begins a download instead.
    const response = await page.goto(origin + path).catch(() => null);
    if (response === null) continue;
    expect(response.status(), path).toBe(200);
    if (!isPage(response.headers()['content-type'])) continue;
    await page.evaluate(() => document.fonts.ready);
    await take(pictureName(path));
    const links = await page
      .locator('a[href]:not([download])')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const { origin: host, pathname, search } of links.map((link) => new URL(link))) {
      const name = pictureName(pathname);
      if (host !== origin || search !== '' || !pathname.startsWith(root) || seen.has(name)) continue;
      if (seen.size >= maxPages) continue;
      seen.add(name);
      waiting.push(pathname);
    }
  }
}

const isPage = (contentType: string | undefined): boolean => contentType?.startsWith('text/html') === true;
