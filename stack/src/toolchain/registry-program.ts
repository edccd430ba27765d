import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runWithin } from '../checks/run-quietly.ts';
import { UserError } from '../user-error.ts';
import { cargo } from './cargo.ts';

/** Maximum seconds to fetch and build a program. */
const MAX_SECONDS = 1_800;

interface RegistryProgram {
  /** Name of the crate on crates.io. */
  readonly crate: string;
  readonly version: string;
  /** Further arguments of `cargo install`. */
  readonly options: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Returns the folder of a crate's programs, which are built once into the user's cache, with the dependencies of the crate's own lock file.
 * Throws a UserError with the reason if that fails, for example offline, and without Rust.
 */
export async function registryProgram({ crate, version, options, env }: RegistryProgram): Promise<string> {
  const folder = join(homedir(), '.cache', 'comet', `${crate}-${version}`);
  const programs = join(folder, 'bin');
  if (existsSync(programs)) return programs;
  const { command, env: own } = cargo('install', []);
  const target = join(folder, `target-${process.pid}`);
  const places = [`--root=${folder}`, `--target-dir=${target}`];
  const install = [command[0] ?? '', 'install', `${crate}@${version}`, '--locked', '--quiet', ...places];
  const { code, output } = await runWithin(MAX_SECONDS, [...install, ...options], { ...own, ...env });
  await rm(target, { recursive: true, force: true });
  if (code === 0) return programs;
  const lines = output.trim().split('\n');
  const why = lines.find((line) => line.startsWith('error')) ?? lines.at(-1) ?? '';
  throw new UserError(`${crate} ${version} could not be built: ${why}`);
}
