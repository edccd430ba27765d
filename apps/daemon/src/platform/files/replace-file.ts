import { closeSync, fsync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/**
 * Replaces a file atomically by one that only this user can read. The temporary file is created exclusively and never through a link: a
 * folder may have belonged to another user before, and root must not write to the target of a link. `lasting`: resolves when the file
 * survives a power cut, which takes some milliseconds. The other calls are synchronous: a tenth of a millisecond together, they would
 * otherwise each wait for a turn of the event loop.
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
