import { posix } from 'node:path';

/** What is shown as a page: by its path under docs/. */
const shown = /^(security|process-split|architecture|decisions\/\d{4}-[\w-]+)\.md$/;

/**
 * Where a link of a document leads on the site: `decisions/0037-two-lanes.md` in `security` is `/documents/decisions/0037-two-lanes/`.
 * Null where that is no page of ours; addresses with a scheme and marks of the same page stay.
 */
export function documentLink(from: string, target: string): string | null {
  if (target === '' || /^[a-z]+:/.test(target)) return target;
  const path = posix.join(posix.dirname(from), target);
  return shown.test(path) ? `/documents/${path.replace(/\.md$/, '')}/` : null;
}
