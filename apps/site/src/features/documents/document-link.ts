import { posix } from 'node:path';

/** Documents that are pages, by their path under docs/. */
const shown = /^(security|process-split|architecture|decisions\/\d{4}-[\w-]+)\.md$/;

/** For each document with chapters, the path of each of its anchors. */
export type Anchors = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Returns the target of a document's link on the site: `decisions/0012-NAME.md` in `security` is
 * `/documents/decisions/0012-NAME/`, and `security.md#gateways` the chapter with this anchor. Null if the
 * target is not a page of the site; URLs with a scheme and anchors of the same page are unchanged.
 */
export function documentLink(from: string, target: string, anchors: Anchors): string | null {
  if (target === '' || /^[a-z]+:/.test(target)) return target;
  const [file = '', mark] = target.split('#');
  const path = file === '' ? `${from}.md` : posix.join(posix.dirname(from), file);
  if (!shown.test(path)) return null;
  const slug = path.replace(/\.md$/, '');
  const place = anchors.get(slug)?.get(mark ?? '');
  if (place !== undefined || file === '') return place ?? target;
  return `/documents/${slug}/${mark === undefined ? '' : `#${mark}`}`;
}
