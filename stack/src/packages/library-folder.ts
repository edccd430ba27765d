import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { runWithin } from '../checks/run-quietly.ts';
import { type Architecture, thisArchitecture } from '../toolchain/architecture.ts';
import { UserError } from '../user-error.ts';
import { inRepository } from '../repository.ts';
import type { Locked } from './bundled-libraries.ts';

/** Maximum seconds to download one library. */
const MAX_SECONDS = 600;

/** Returns whether a library of the lock file is for this architecture of Debian: it has native code for it, or none. */
export function isFor({ os, cpu, libc }: Locked, architecture: Architecture): boolean {
  const matches = (allowed: readonly string[] | undefined, one: string): boolean =>
    allowed === undefined || allowed.includes(one);
  return matches(os, 'linux') && matches(cpu, architecture) && matches(libc, 'glibc');
}

/**
 * Returns the folder of a library for an architecture: in node_modules, or, with native code for another architecture than this machine's,
 * in the user's cache, where npm downloads it. Null if it is not for that architecture or is not installed. Throws a UserError if the
 * download fails or differs from the lock file.
 */
export async function libraryFolder(
  place: string,
  locked: Locked,
  architecture: Architecture,
): Promise<string | null> {
  if (!isFor(locked, architecture)) return null;
  if (isFor(locked, thisArchitecture)) return existsSync(inRepository(place)) ? inRepository(place) : null;
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const folder = join(homedir(), '.cache', 'comet', 'npm', `${name}-${locked.version ?? ''}`);
  if (!existsSync(folder)) await download(`${name}@${locked.version ?? ''}`, locked.integrity ?? '', folder);
  return folder;
}

async function download(spec: string, integrity: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  try {
    await run(['npm', 'pack', spec, '--ignore-scripts', '--silent', '--pack-destination', draft]);
    const archive = join(draft, 'package.tgz');
    await run(['sh', '-c', 'mv "$1"/*.tgz "$2"', 'sh', draft, archive]);
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (integrity !== `sha512-${digest}`) throw new UserError(`${spec} is not what package-lock.json names.`);
    await run(['tar', '--extract', `--file=${archive}`, '--no-same-owner', '-C', draft]);
    await rename(join(draft, 'package'), folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function run(command: readonly string[]): Promise<void> {
  const { code, output } = await runWithin(MAX_SECONDS, command);
  if (code !== 0) throw new UserError(`${command.join(' ')} failed:\n${output.trimEnd()}`);
}
