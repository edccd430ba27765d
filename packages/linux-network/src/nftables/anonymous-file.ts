import { ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A file for ourselves and for whom we give it to: it has no name any more. In memory where that can be: to empty a file on a disk takes
 * longer than to write all that is in it.
 */
export function namelessFile(): number {
  try {
    return namelessFileIn('/dev/shm');
  } catch {
    return namelessFileIn(tmpdir());
  }
}

function namelessFileIn(place: string): number {
  const folder = mkdtempSync(join(place, 'comet-nft-'));
  const file = openSync(join(folder, 'batch'), 'wx+', 0o600);
  rmSync(folder, { recursive: true });
  return file;
}

/** Puts a text in place of what the file holds. False where there is no room for all of it: anybody on a machine can fill what is shared. */
export function rewrite(file: number, text: string): boolean {
  const bytes = Buffer.from(text);
  try {
    ftruncateSync(file, 0);
    return writeSync(file, bytes, 0, bytes.length, 0) === bytes.length;
  } catch {
    return false;
  }
}
