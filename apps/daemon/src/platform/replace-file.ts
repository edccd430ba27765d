import { closeSync, fsync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/**
 * Puts a file that only we may read in place of whatever has its name, in one step. The draft is made anew and never through a link:
 * a folder may have been somebody's before it was ours, and root must not write where he points. `lasting`: resolves when a power cut could no longer take it back, which costs some milliseconds.
 * All but that is done at once: a few small calls, a tenth of a millisecond together, would each wait for a turn of their own.
 */
export async function replaceFile(
  path: string,
  content: string,
  { lasting = false }: { readonly lasting?: boolean } = {},
): Promise<void> {
  const draft = `${path}.new`;
  rmSync(draft, { recursive: true, force: true });
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    if (lasting) await promisify(fsync)(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  if (!lasting) return;
  const folder = openSync(dirname(path), 'r');
  try {
    await promisify(fsync)(folder);
  } finally {
    closeSync(folder);
  }
}
