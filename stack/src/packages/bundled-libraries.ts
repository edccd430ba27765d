import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runQuietly } from '../checks/run-quietly.ts';
import { type Crate, cargoMetadata } from '../machine/cargo.ts';
import { Refusal } from '../refusal.ts';
import { inRepository } from '../repository.ts';
import { type Library, noticesAmong } from './notices.ts';

/** What the lock file of npm says of one package. */
interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The libraries from npm that these workspaces import, and theirs, as the lock file has them. Those that were not installed are left out. */
export async function npmLibraries(workspaces: readonly string[]): Promise<Library[]> {
  const lock = JSON.parse(await readFile(inRepository('package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const places = importedFrom(lock.packages, workspaces).filter((place) => existsSync(inRepository(place)));
  return Promise.all(
    places.map(async (place) => {
      const { version = '', license = 'unknown' } = lock.packages[place] ?? {};
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: license, texts: await textsIn(inRepository(place)) };
    }),
  );
}

/** The places, below the repository, of all libraries that the workspaces need to run; the workspaces themselves are not among them. */
export function importedFrom(
  packages: Readonly<Record<string, Locked>>,
  workspaces: readonly string[],
): string[] {
  const found = new Set<string>(workspaces);
  for (const place of found)
    for (const name of Object.keys(packages[place]?.dependencies ?? {})) {
      const at = nearest(packages, place, name);
      const target = packages[at]?.link === true ? packages[at].resolved : at;
      if (target !== undefined && packages[target] !== undefined) found.add(target);
    }
  return [...found].filter((place) => place.includes('node_modules/')).toSorted();
}

/** Where Node finds a package that is imported at this place: in the folder itself, or in one above. */
function nearest(packages: Readonly<Record<string, Locked>>, place: string, name: string): string {
  for (let folder = place; ; folder = folder.includes('/') ? dirname(folder) : '') {
    const at = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[at] !== undefined || folder === '') return at;
  }
}

/** The libraries from crates.io that a crate of ours is built with here; none on a machine without Rust. */
export async function crateLibraries(crate: Crate): Promise<Library[]> {
  const command = cargoMetadata(crate);
  if (command === null) return [];
  const { code, output } = await runQuietly(command);
  if (code !== 0) throw new Refusal(`cargo does not say what ${crate} consists of:\n${output.trimEnd()}`);
  const json = output.slice(output.indexOf('{'));
  const { packages } = JSON.parse(json) as {
    packages: readonly {
      readonly name: string;
      readonly version: string;
      readonly license: string | null;
      readonly source: string | null;
      readonly manifest_path: string;
    }[];
  };
  return Promise.all(
    packages
      .filter(({ source }) => source !== null)
      .map(async ({ name, version, license, manifest_path }) => ({
        name,
        version,
        licence: license ?? 'unknown',
        texts: await textsIn(dirname(manifest_path)),
      })),
  );
}

async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = noticesAmong(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
}
