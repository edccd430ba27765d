import { open, rename, rm } from 'node:fs/promises';

/**
 * Puts a file that only we may read in place of whatever has its name, in one step. The draft is made anew and never through a link:
 * a folder may have been somebody's before it was ours, and root must not write where he points.
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { recursive: true, force: true });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
