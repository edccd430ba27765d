import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from './checks/run-quietly.ts';
import { UserError } from './user-error.ts';
import { replaceBuild } from './replace-build.ts';
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

/** Builds an app into its dist/ unless the existing build has the same sources and variables. Returns the folder. */
export async function buildViteApp(app: ViteApp, print: (line: string) => void): Promise<string> {
  return replaceBuild(inRepository(`${app.folder}/dist`), await hashOfSources(app), async (folder) => {
    print(`Building ${app.name} …`);
    // Absolute, since the tests of the packages build in another folder.
    const root = inRepository(app.folder);
    const vite = ['vite', 'build', root, '--config', join(root, 'vite.config.ts'), '--outDir', folder];
    const { code, output } = await runQuietly(
      [...vite, '--emptyOutDir', '--logLevel', 'warn'],
      PRODUCTION_ENVIRONMENT,
    );
    if (code !== 0) throw new UserError(`Building ${app.name} failed:\n${output.trimEnd()}`);
  });
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
