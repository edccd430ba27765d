import { ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A file without a name, for this process and those that inherit it. In memory if possible: truncating a file on a disk takes longer than
 * writing its content.
 */
export function namelessFile(): number {
  try {
    return namelessFileIn('/dev/shm');
  } catch {
    return namelessFileIn(tmpdir());
  }
}

function namelessFileIn(directory: string): number {
  const folder = mkdtempSync(join(directory, 'comet-nft-'));
  const file = openSync(join(folder, 'batch'), 'wx+', 0o600);
  rmSync(folder, { recursive: true });
  return file;
}

/** Replaces the file's content. Returns false if there is no space for all of it: any user can fill shared memory. */
export function rewrite(file: number, text: string): boolean {
  const bytes = Buffer.from(text);
  try {
    ftruncateSync(file, 0);
    return writeSync(file, bytes, 0, bytes.length, 0) === bytes.length;
  } catch {
    return false;
  }
}
