import { mkdtempSync, openSync, rmSync } from 'node:fs';
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
