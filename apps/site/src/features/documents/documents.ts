import { getCollection } from 'astro:content';
import { documentLink } from './document-link.ts';

interface Entry {
  readonly id: string;
  readonly body?: string;
  readonly rendered?: { readonly html: string };
}

/** A document of the repository as a page. */
export interface Document {
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  readonly html: string;
}

/** Every document; its first heading is its title, and its links lead to the pages of this site. */
export async function documents(): Promise<readonly Document[]> {
  const entries = (await getCollection('documents')) as readonly Entry[];
  return entries
    .map(({ id, body = '', rendered }) => ({
      slug: id,
      path: `/documents/${id}/`,
      title: (/^# (.+)$/m.exec(body)?.[1] ?? id).replaceAll('`', ''),
      html: (rendered?.html ?? '')
        .replace(/<h1[^>]*>.*?<\/h1>/s, '')
        // A corner of a table that heads nothing is no heading.
        .replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>')
        // What is wider than a phone is moved sideways, by keys as well.
        .replaceAll(/<pre(?=[ >])/g, '<pre tabindex="0"')
        .replaceAll(
          /<a href="([^"#]*)(#[^"]*)?">(.*?)<\/a>/gs,
          (_whole, target: string, part: string | undefined, words: string) => {
            const href = documentLink(id, target);
            return href === null ? words : `<a href="${href}${part ?? ''}">${words}</a>`;
          },
        ),
    }))
    .toSorted((one, other) => one.slug.localeCompare(other.slug));
}
