import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runQuietly } from '../checks/run-quietly.ts';
import { thisArchitecture } from '../toolchain/architecture.ts';
import { type Crate, cargoMetadata, packageOf } from '../toolchain/cargo.ts';
import { UserError } from '../user-error.ts';
import { inRepository } from '../repository.ts';
import { type Library, noticesAmong } from './notices.ts';

/** An entry of npm's lock file. */
export interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  /** `sha512-` and the digest in Base64. */
  readonly integrity?: string;
  /** Of a library with native code: what it is for, as Node names it. */
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Native parts, of which only those of this platform are installed. */
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Returns the npm libraries that these workspaces import transitively, according to the lock file. Libraries that are not installed are
 * left out.
 */
export async function npmLibraries(workspaces: readonly string[]): Promise<Library[]> {
  const packages = await lockedPackages();
  const places = importedFrom(packages, workspaces).filter((place) => existsSync(inRepository(place)));
  return Promise.all(
    places.map(async (place) => {
      const { version = '', license = 'unknown' } = packages[place] ?? {};
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { registry: 'npm', name, version, licence: license, texts: await textsIn(inRepository(place)) };
    }),
  );
}

/** Returns the entries of npm's lock file, by folder. */
export async function lockedPackages(): Promise<Readonly<Record<string, Locked>>> {
  const text = await readFile(inRepository('package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: Readonly<Record<string, Locked>> }).packages;
}

/**
 * Returns the folders in the repository of all runtime libraries of the workspaces, without the workspaces themselves; with their native
 * parts if `kinds` has `optionalDependencies`.
 */
export function importedFrom(
  packages: Readonly<Record<string, Locked>>,
  workspaces: readonly string[],
  kinds: readonly ('dependencies' | 'optionalDependencies')[] = ['dependencies'],
): string[] {
  const found = new Set<string>(workspaces);
  for (const place of found)
    for (const name of kinds.flatMap((kind) => Object.keys(packages[place]?.[kind] ?? {}))) {
      const at = nearest(packages, place, name);
      const target = packages[at]?.link === true ? packages[at].resolved : at;
      if (target !== undefined && packages[target] !== undefined) found.add(target);
    }
  return [...found].filter((place) => place.includes('node_modules/')).toSorted();
}

/** Returns where Node resolves a package that is imported in this folder: in the folder or in a parent. */
function nearest(packages: Readonly<Record<string, Locked>>, place: string, name: string): string {
  for (let folder = place; ; folder = folder.includes('/') ? dirname(folder) : '') {
    const at = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[at] !== undefined || folder === '') return at;
  }
}

/** The used fields of `cargo metadata`. */
export interface Metadata {
  readonly packages: readonly {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    readonly license: string | null;
    /** Null for packages of the workspace. */
    readonly source: string | null;
    readonly manifest_path: string;
  }[];
  readonly resolve: {
    readonly nodes: readonly {
      readonly id: string;
      /** A `kind` is null for an ordinary dependency. */
      readonly deps: readonly {
        readonly pkg: string;
        readonly dep_kinds: readonly { readonly kind: 'dev' | 'build' | null }[];
      }[];
    }[];
  };
}

/** Returns the libraries from crates.io that our crates are built with for an architecture. Throws a UserError without Rust. */
export async function crateLibraries(
  crates: readonly Crate[],
  architecture = thisArchitecture,
): Promise<Library[]> {
  const { command, env } = cargoMetadata(architecture);
  const { code, output } = await runQuietly(command, env);
  if (code !== 0) throw new UserError(`cargo metadata failed:\n${output.trimEnd()}`);
  const metadata = JSON.parse(output.slice(output.indexOf('{'))) as Metadata;
  return Promise.all(
    builtWith(metadata, crates.map(packageOf)).map(async ({ name, version, license, manifest_path }) => ({
      registry: 'cargo' as const,
      name,
      version,
      licence: license ?? 'unknown',
      texts: await textsIn(dirname(manifest_path)),
    })),
  );
}

/** Returns the registry packages on which these workspace packages depend transitively, without dev-dependencies. */
export function builtWith(
  { packages, resolve }: Metadata,
  names: readonly string[],
): readonly Metadata['packages'][number][] {
  const dependencies = new Map(resolve.nodes.map(({ id, deps }) => [id, deps]));
  const ours = packages.filter(({ name, source }) => source === null && names.includes(name));
  const found = new Set(ours.map(({ id }) => id));
  for (const id of found)
    for (const { pkg, dep_kinds } of dependencies.get(id) ?? [])
      if (dep_kinds.some(({ kind }) => kind !== 'dev')) found.add(pkg);
  return packages.filter(({ id, source }) => source !== null && found.has(id));
}

async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = noticesAmong(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
}
