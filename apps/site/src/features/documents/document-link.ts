import { posix } from 'node:path';

/** Documents that are pages, by path under docs/. */
const shown = /^(security|process-split|architecture|decisions\/\d{4}-[\w-]+)\.md$/;

/** By a document that is shown in chapters: where each of its marks is. */
export type Anchors = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Where a link of a document leads on the site: `decisions/0012-NAME.md` in `security` is `/documents/decisions/0012-NAME/`, and
 * `security.md#gateways` the chapter that has this mark. Null where that is no page of ours; addresses with a scheme and marks of the same
 * page stay.
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
