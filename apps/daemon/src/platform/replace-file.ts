import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Puts a file that only we may read in place of whatever has its name, in one step. The draft is made anew and never through a link:
 * a folder may have been somebody's before it was ours, and root must not write where he points. `lasting`: resolves when a power cut could no longer take it back, which costs some milliseconds.
 */
export async function replaceFile(
  path: string,
  content: string,
  { lasting = false }: { readonly lasting?: boolean } = {},
): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { recursive: true, force: true });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
    if (lasting) await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  if (!lasting) return;
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
