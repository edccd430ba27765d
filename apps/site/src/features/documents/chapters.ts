/**
 * Maximum length of a document on one page, in characters of HTML: the layout of a longer one is a long task
 * on a phone (decision 34).
 */
export const maxPageLength = 12_000;

/** A section of a long document, from one second-level heading to the next, as a separate page. */
export interface Chapter {
  /** The id of its heading in the document. */
  readonly slug: string;
  readonly title: string;
  readonly firstSentence: string;
  /** Without its heading, which is the title of the page; the headings below are moved up one level. */
  readonly html: string;
  /** The other anchors in this chapter. */
  readonly marks: readonly string[];
}

/**
 * Splits a long document into its introduction and chapters; null for a document that fits on one page or has
 * no chapters.
 */
export function inChapters(
  html: string,
): { readonly opening: string; readonly chapters: readonly Chapter[] } | null {
  if (html.length <= maxPageLength) return null;
  const [opening = '', ...parts] = html.split(/(?=<h2[ >])/);
  return parts.length === 0 ? null : { opening, chapters: parts.map(chapterOf) };
}

function chapterOf(part: string): Chapter {
  const [heading = '', slug = '', title = ''] = /^<h2 id="([^"]*)">(.*?)<\/h2>/s.exec(part) ?? [];
  const html = part.slice(heading.length);
  const [, , sentences = ''] = /<(p|li)>(.*?)<\/\1>/s.exec(html) ?? [];
  return {
    slug,
    title: plain(title),
    firstSentence: /^.*?[.?!](?=\s|$)/s.exec(plain(sentences))?.[0] ?? plain(sentences),
    html: html.replaceAll(
      /<(\/?)h([3-6])(?=[ >])/g,
      (_whole, slash: string, order: string) => `<${slash}h${Number(order) - 1}`,
    ),
    marks: [...html.matchAll(/ id="([^"]*)"/g)].map(([, mark = '']) => mark),
  };
}

/** Returns the text content of HTML. */
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#x([\da-f]+);/gi, (_whole, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .trim();
