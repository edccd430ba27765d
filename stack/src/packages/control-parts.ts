import { chmod, cp, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRepository } from '../repository.ts';
import { siteSources } from '../site/build.ts';
import { PARTS } from './parts.ts';
import { sourceDate } from './source-date.ts';
import { copySiteRenderer } from './site-renderer.ts';

/** Copies the folders of the package comet-control into the folder of parts: native libraries, dashboard, sources of the site. */
export async function copyControlParts(dashboard: string): Promise<void> {
  const folder = inRepository(`${PARTS}control`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(inRepository('apps/api/dist/node_modules'), join(folder, 'node_modules'), { recursive: true });
  await cp(dashboard, join(folder, 'dashboard'), { recursive: true });
  await rm(join(folder, 'dashboard/.sources'));
  await copySiteRenderer(join(folder, 'site'));
  // A site is rendered again after an upgrade that changed its sources.
  const catalogue = inRepository('apps/site/src/features/catalogue/last-known.json');
  await writeFile(join(folder, 'site/.sources'), await siteSources(catalogue, {}));
  await normalise(folder, await sourceDate());
}

/** Makes a folder readable by all and writable by its owner, whatever the umask of the build is, and sets the times of its folders. */
async function normalise(folder: string, date: number): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await normalise(path, date);
    else if (entry.isFile()) await chmod(path, /\.node$|\/bin\/[^./]+$/.test(path) ? 0o755 : 0o644);
  }
  await utimes(folder, date, date);
}
