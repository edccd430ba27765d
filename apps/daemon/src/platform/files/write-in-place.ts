import { chmodSync, closeSync, fstatSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs';

/** Maximum length in bytes of a file; no file of this program is longer. */
const maxPaddedLength = 64 * 1024;

/**
 * Overwrites a file that cannot be replaced by another with a small text. Concurrent readers find the old text or the new one, with
 * empty lines after it, and never an empty file. It does not wait for the disk: a file that was truncated and written again is written out
 * before it is closed (ext4's `auto_da_alloc`), which takes milliseconds.
 */
export function writeInPlace(path: string, text: string): void {
  const file = openExisting(path);
  if (file === null) {
    writeFileSync(path, text);
    // Readable by all users with any umask: the unit's is 0077.
    chmodSync(path, 0o644);
    return;
  }
  try {
    const length = Buffer.byteLength(text);
    const { size } = fstatSync(file);
    const written = size > maxPaddedLength ? text : text.padEnd(text.length + size - length, '\n');
    writeSync(file, written, 0);
    if (size > length) ftruncateSync(file, length);
  } finally {
    closeSync(file);
  }
}

function openExisting(path: string): number | null {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
