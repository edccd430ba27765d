import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from '../checks/run-quietly.ts';
import { Refusal } from '../refusal.ts';
import { inRepository, repository } from '../repository.ts';

const SOURCES = [
  'package-lock.json',
  'tsconfig.base.json',
  'apps/dashboard/{index.html,package.json,tsconfig.json,vite.config.*}',
  'apps/dashboard/{src,public}/**/*',
  'packages/{client,contract,foundation,texts,tunnel-config,ui}/{package.json,src/**/*}',
];

/**
 * Builds the dashboard into apps/dashboard/dist, unless what lies there was made from the same sources. The new build
 * takes the old one's place only when it is whole. Gives the folder.
 */
export async function buildDashboard(say: (line: string) => void): Promise<string> {
  const dist = inRepository('apps/dashboard/dist');
  const stamp = join(dist, '.sources');
  const sources = await hashOfSources();
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === sources) return dist;
  say('Building the dashboard …');
  const fresh = `${dist}.${process.pid}`;
  const vite = [
    'vite',
    'build',
    'apps/dashboard',
    '--config',
    'apps/dashboard/vite.config.ts',
    '--outDir',
    fresh,
  ];
  try {
    const { code, output } = await runQuietly([...vite, '--emptyOutDir', '--logLevel', 'warn']);
    if (code !== 0) throw new Refusal(`The dashboard cannot be built:\n${output.trimEnd()}`);
    await writeFile(join(fresh, '.sources'), sources);
    await rm(dist, { recursive: true, force: true });
    await rename(fresh, dist);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return dist;
}

async function hashOfSources(): Promise<string> {
  const paths: string[] = [];
  for await (const entry of glob(SOURCES, { cwd: repository, withFileTypes: true })) {
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  for (const path of paths.toSorted())
    hash
      .update(`${path}\0`)
      .update(await readFile(path))
      .update('\0');
  return hash.digest('hex');
}
