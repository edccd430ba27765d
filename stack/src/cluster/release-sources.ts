import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../user-error.ts';
import { inRepository } from '../repository.ts';

const run = promisify(execFile);

/** An earlier release of the API. */
export interface Release {
  readonly commit: string;
  /** The copy of its sources: apps/api and packages. */
  readonly folder: string;
  /** The program, `main.ts`, in a copy of the sources. */
  readonly program: string;
  /** Number of this checkout's migrations that it lacks. */
  readonly missingMigrations: number;
}

const MIGRATIONS = 'apps/api/src/platform/database/migrations';

/**
 * Returns an earlier release, extracted into the cache once for each checkout, whose libraries it links: that of a git revision, or without
 * one the last commit before the newest migration, so that an upgrade from it changes the schema. If that one cannot drain yet, it is the
 * previous commit. Throws a UserError if the history does not have it, as in a shallow clone.
 */
export async function earlierRelease(revision: string | null): Promise<Release> {
  const commit = await commitOf(revision);
  const releases = join(homedir(), '.cache/comet/releases');
  const checkout = createHash('sha256').update(inRepository('.')).digest('hex').slice(0, 16);
  const folder = join(releases, `api-${commit}-${checkout}`);
  const own = await readdir(inRepository(MIGRATIONS));
  const listed = (await git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`)).split('\n');
  const known = new Set(listed.map((path) => basename(path)));
  const missingMigrations = own.filter((name) => !known.has(name)).length;
  const release = { commit, folder, program: join(folder, 'apps/api/src/main.ts'), missingMigrations };
  if (existsSync(folder)) return release;
  await mkdir(releases, { recursive: true });
  const draft = await mkdtemp(join(releases, '.new-'));
  try {
    const sources = join(draft, 'sources');
    await extract(commit, sources);
    await linkLibraries(sources);
    // Another run may have finished first: its folder stays.
    await rename(sources, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return release;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function commitOf(revision: string | null): Promise<string> {
  try {
    if (revision !== null) return await commitAt(revision);
    const newest = await git('log', '-1', '--format=%H', '--diff-filter=A', '--', MIGRATIONS);
    const before = await commitAt(`${newest}^`);
    const drains = git('grep', '--quiet', 'DRAIN_SECONDS', before, '--', 'apps/api/src').then(
      () => true,
      () => false,
    );
    return (await drains) ? before : await commitAt('HEAD^');
  } catch {
    throw new UserError(
      `The history of this checkout does not have ${revision ?? 'the release before the newest migration'}.`,
    );
  }
}

const commitAt = (revision: string): Promise<string> => git('rev-parse', '--verify', `${revision}^{commit}`);

async function git(...args: readonly string[]): Promise<string> {
  return (await run('git', [...args], { cwd: inRepository('.') })).stdout.trim();
}

async function extract(commit: string, folder: string): Promise<void> {
  const archive = `${folder}.tar`;
  await mkdir(folder);
  const paths = ['apps/api', 'packages', 'package.json'];
  await run('git', ['archive', `--output=${archive}`, commit, ...paths], { cwd: inRepository('.') });
  await run('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`]);
}

/** Links this checkout's libraries, and as `@comet/…` the release's own packages. */
async function linkLibraries(sources: string): Promise<void> {
  const from = inRepository('node_modules');
  const to = join(sources, 'node_modules');
  await mkdir(join(to, '@comet'), { recursive: true });
  const libraries = (await readdir(from)).filter((name) => !name.startsWith('.') && name !== '@comet');
  for (const name of libraries) await symlink(join(from, name), join(to, name));
  const packages = await readdir(join(sources, 'packages'));
  // Relative: the folder is renamed afterwards.
  for (const name of packages) await symlink(join('../../packages', name), join(to, '@comet', name));
  // Libraries of which the workspaces have different versions.
  for (const workspace of ['apps/api', ...packages.map((name) => join('packages', name))]) {
    const own = inRepository(join(workspace, 'node_modules'));
    if (existsSync(own)) await symlink(own, join(sources, workspace, 'node_modules'));
  }
}
