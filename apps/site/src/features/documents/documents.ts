import { getCollection } from 'astro:content';
import { type Chapter, inChapters } from './chapters.ts';
import { withDiagrams } from './diagrams.ts';
import { documentLink, type Anchors } from './document-link.ts';

interface Entry {
  readonly id: string;
  readonly body?: string;
  readonly rendered?: { readonly html: string };
}

/** A chapter with its path. */
export interface Placed extends Chapter {
  readonly path: string;
}

/** A document of the repository as a page, or as an introduction with links to its chapters. */
export interface Document {
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  /** With chapters, only the part before the first one. */
  readonly html: string;
  readonly chapters: readonly Placed[];
}

/** Every document. Its first heading is its title, and its links lead to pages of this site. */
export async function documents(): Promise<readonly Document[]> {
  const entries = (await getCollection('documents')) as readonly Entry[];
  const all = entries.map(documentOf).toSorted((one, other) => one.slug.localeCompare(other.slug));
  const anchors: Anchors = new Map(all.map(({ slug, chapters }) => [slug, anchorsOf(chapters)]));
  return all.map((document) => {
    const html = linked(document.html, document.slug, anchors);
    const chapters = document.chapters.map((chapter) => ({
      ...chapter,
      html: linked(chapter.html, document.slug, anchors),
    }));
    return { ...document, html, chapters };
  });
}

function documentOf({ id, body = '', rendered }: Entry): Document {
  const path = `/documents/${id}/`;
  const html = withDiagrams(rendered?.html ?? '', id)
    .replace(/<h1[^>]*>.*?<\/h1>/s, '')
    // An empty table corner is not a heading.
    .replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>')
    // Content wider than a phone scrolls horizontally, also by keyboard.
    .replaceAll(/<(pre|table)(?=[ >])/g, '<$1 tabindex="0"');
  const { opening, chapters } = inChapters(html) ?? { opening: html, chapters: [] };
  return {
    slug: id,
    path,
    title: (/^# (.+)$/m.exec(body)?.[1] ?? id).replaceAll('`', ''),
    html: opening,
    chapters: chapters.map((chapter) => ({ ...chapter, path: `${path}${chapter.slug}/` })),
  };
}

const anchorsOf = (chapters: readonly Placed[]): ReadonlyMap<string, string> =>
  new Map(
    chapters.flatMap(({ slug, path, marks }) => [
      [slug, path] as const,
      ...marks.map((mark) => [mark, `${path}#${mark}`] as const),
    ]),
  );

function linked(html: string, slug: string, anchors: Anchors): string {
  return html.replaceAll(/<a href="([^"]*)">(.*?)<\/a>/gs, (_whole, target: string, words: string) => {
    const href = documentLink(slug, target, anchors);
    return href === null ? words : `<a href="${href}">${words}</a>`;
  });
}
