import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from './checks/run-quietly.ts';
import { Refusal } from './refusal.ts';
import { inRepository, repository } from './repository.ts';

/** An app that Vite builds. */
interface ViteApp {
  /** Name in messages, such as "the dashboard". */
  readonly name: string;
  readonly folder: string;
  /** Folders in packages/ that are part of the app. */
  readonly packages: readonly string[];
}

/** Prevents React's development build, whatever the environment contains. */
export const PRODUCTION_ENVIRONMENT = { NODE_ENV: 'production' } as const;

/**
 * Builds an app into its dist/ unless the existing build has the same sources and variables. A complete build replaces the old one
 * atomically. Returns the folder.
 */
export async function buildViteApp(app: ViteApp, print: (line: string) => void): Promise<string> {
  const dist = inRepository(`${app.folder}/dist`);
  const stamp = join(dist, '.sources');
  const sources = await hashOfSources(app);
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === sources) return dist;
  print(`Building ${app.name} …`);
  const fresh = `${dist}.${process.pid}`;
  // Absolute, since the tests of the packages build in another folder.
  const root = inRepository(app.folder);
  const vite = ['vite', 'build', root, '--config', join(root, 'vite.config.ts'), '--outDir', fresh];
  try {
    const { code, output } = await runQuietly(
      [...vite, '--emptyOutDir', '--logLevel', 'warn'],
      PRODUCTION_ENVIRONMENT,
    );
    if (code !== 0) throw new Refusal(`Building ${app.name} failed:\n${output.trimEnd()}`);
    await writeFile(join(fresh, '.sources'), sources);
    await rm(dist, { recursive: true, force: true });
    await rename(fresh, dist);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return dist;
}

/** Returns the SHA-256 of everything that an app is built from. */
export async function hashOfSources(
  { folder, packages }: Omit<ViteApp, 'name'>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string> {
  const files = await hashOfFiles([
    'package-lock.json',
    'tsconfig.base.json',
    `${folder}/*.{html,json,ts}`,
    `${folder}/{src,public}/**/*`,
    `packages/{${packages.join(',')}}/{package.json,src/**/*}`,
  ]);
  // Vite writes variables with this prefix into the app.
  const variables = Object.entries(environment).filter(([name]) => name.startsWith('VITE_'));
  return createHash('sha256')
    .update(files)
    .update(JSON.stringify(variables.map(String).toSorted()))
    .digest('hex');
}

/** Returns the SHA-256 of names and contents of the files that match these patterns, relative to the repository's root. */
export async function hashOfFiles(sources: readonly string[]): Promise<string> {
  const paths: string[] = [];
  for await (const entry of glob([...sources], { cwd: repository, withFileTypes: true })) {
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
