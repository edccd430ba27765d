import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle } from '@comet/stack';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');

/** The last commit of the release before this one: its gateways, exits and daemons must work with this control plane. */
const PREVIOUS_RELEASE = '64c8c16fdbf82bb807074a15d6d406cd5fc5aa41';

/** File names in the release's folder, by entry in its sources. The gateway starts its other programs from beside it. */
const PROGRAMS = {
  'apps/gateway/src/main.ts': 'comet-gateway.mjs',
  'apps/gateway/src/main.names.ts': 'comet-gateway-names.mjs',
  'apps/gateway/src/main.openvpn.ts': 'comet-gateway-openvpn.mjs',
  'apps/gateway/src/main.proxy.ts': 'comet-gateway-proxy.mjs',
  'apps/exit/src/main.ts': 'comet-exit.mjs',
  'apps/daemon/src/main.ts': 'cometd.cjs',
} as const;

/** Returns whether this checkout's history has the release; a shallow clone or an exported tree does not. */
export function hasRelease(): Promise<boolean> {
  return run('git', ['cat-file', '-e', `${PREVIOUS_RELEASE}^{commit}`], { cwd: repository }).then(
    () => true,
    () => false,
  );
}

/**
 * Returns the folder with the Node programs of the release, bundled once per machine. Their libraries come from this checkout: the
 * release's lock file has the same versions. Throws errors of git(1) and of the bundler.
 */
export async function buildRelease(): Promise<string> {
  const releases = join(homedir(), '.cache/comet/releases');
  const folder = join(releases, PREVIOUS_RELEASE);
  if (existsSync(folder)) return folder;
  await mkdir(releases, { recursive: true });
  const draft = await mkdtemp(join(releases, '.new-'));
  try {
    const sources = join(draft, 'sources');
    await extract(sources);
    await linkLibraries(sources);
    const programs = join(draft, 'programs');
    for (const [entry, file] of Object.entries(PROGRAMS))
      await bundle(join(sources, entry), join(programs, file));
    // Another run may have finished first: its folder stays.
    await rename(programs, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function extract(folder: string): Promise<void> {
  const archive = `${folder}.tar`;
  await mkdir(folder);
  await run(
    'git',
    ['archive', `--output=${archive}`, PREVIOUS_RELEASE, 'apps', 'packages', 'tsconfig.base.json'],
    { cwd: repository },
  );
  await run('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`]);
}

/** Links this checkout's libraries, and as `@comet/…` the release's own packages. */
async function linkLibraries(sources: string): Promise<void> {
  const from = join(repository, 'node_modules');
  const to = join(sources, 'node_modules');
  await mkdir(join(to, '@comet'), { recursive: true });
  const libraries = (await readdir(from)).filter((name) => !name.startsWith('.') && name !== '@comet');
  for (const name of libraries) await symlink(join(from, name), join(to, name));
  for (const name of await readdir(join(sources, 'packages')))
    await symlink(join(sources, 'packages', name), join(to, '@comet', name));
}
