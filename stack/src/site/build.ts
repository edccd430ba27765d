import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from '../checks/run-quietly.ts';
import { Refusal } from '../refusal.ts';
import { inRepository } from '../repository.ts';
import { FOR_PEOPLE, hashOfFiles } from '../vite-app.ts';

const SOURCES = [
  'package-lock.json',
  'tsconfig.base.json',
  'apps/site/{package.json,tsconfig.json,astro.config.ts}',
  'apps/site/{src,content,public}/**/*',
  'packages/{contract,foundation,texts,ui}/{package.json,src/**/*}',
  'docs/{security,process-split,architecture}.md',
  'docs/decisions/*.md',
];

/**
 * Builds the site into apps/site/dist, unless what lies there was made from the same sources and the same `catalogue` (a file of the
 * API's answers; without one, the answers that the site keeps). The new build takes the old one's place only when it is whole. Gives the
 * folder.
 */
export async function buildSite(
  say: (line: string) => void,
  catalogue: string | null = null,
): Promise<string> {
  const dist = inRepository('apps/site/dist');
  const stamp = join(dist, '.sources');
  const told = catalogue ?? inRepository('apps/site/src/features/catalogue/last-known.json');
  const sources = createHash('sha256')
    .update(await hashOfFiles(SOURCES))
    .update(await readFile(told))
    .digest('hex');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === sources) return dist;
  say('Building the site …');
  const fresh = `${dist}.${process.pid}`;
  const astro = ['astro', 'build', '--root', 'apps/site', '--outDir', `./dist.${process.pid}`, '--silent'];
  try {
    const environment = { ...FOR_PEOPLE, ASTRO_TELEMETRY_DISABLED: '1', CATALOGUE_FILE: told };
    const { code, output } = await runQuietly(astro, environment);
    if (code !== 0) throw new Refusal(`Building the site failed:\n${output.trimEnd()}`);
    await writeFile(join(fresh, '.sources'), sources);
    await rm(dist, { recursive: true, force: true });
    await rename(fresh, dist);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return dist;
}
