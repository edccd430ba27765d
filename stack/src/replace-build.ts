import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './state/lock.ts';

/**
 * Replaces the build in the folder `dist` unless it has the same `sources` (a hash). `build` writes the new one into the folder that it
 * receives; a complete build replaces the old one atomically. Of concurrent processes one builds, and the others wait. Returns `dist`.
 */
export async function replaceBuild(
  dist: string,
  sources: string,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const isCurrent = async (): Promise<boolean> => {
    const stamp = join(dist, '.sources');
    return existsSync(stamp) && (await readFile(stamp, 'utf8')) === sources;
  };
  if (await isCurrent()) return dist;
  const name = createHash('sha256').update(dist).digest('hex').slice(0, 32);
  return withLock(`build-${name}`, async () => {
    if (await isCurrent()) return dist;
    const fresh = `${dist}.${process.pid}`;
    try {
      await build(fresh);
      await writeFile(join(fresh, '.sources'), sources);
      await rm(dist, { recursive: true, force: true });
      await rename(fresh, dist);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
    return dist;
  });
}
