import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runWithin } from '../checks/run-quietly.ts';
import { inRepository } from '../repository.ts';
import { cargo, type CargoRun } from './cargo.ts';

const VERSION = '0.20.2';

/** Maximum seconds to fetch and build cargo-deny. */
const MAX_SECONDS = 1_800;

/**
 * Returns the command line of `cargo-deny WORDS` for the workspace. The program is built once into the user's cache. If that fails, for
 * example offline, returns one sentence with the reason. Throws a UserError without Rust.
 */
export async function cargoDeny(args: readonly string[]): Promise<CargoRun | string> {
  const folder = join(homedir(), '.cache', 'comet', `cargo-deny-${VERSION}`);
  const program = join(folder, 'bin', 'cargo-deny');
  const problem = existsSync(program) ? null : await build(folder);
  if (problem !== null) return problem;
  const { env } = cargo('deny', []);
  return { command: [program, '--manifest-path', inRepository('Cargo.toml'), '--locked', ...args], env };
}

/** Builds without optimisation, in a fraction of the time; checking the lock file still takes only seconds. */
async function build(folder: string): Promise<string | null> {
  const { command, env } = cargo('install', []);
  const target = join(folder, `target-${process.pid}`);
  const options = ['--locked', '--quiet', '--profile=dev', `--root=${folder}`, `--target-dir=${target}`];
  const install = [command[0] ?? '', 'install', `cargo-deny@${VERSION}`, ...options];
  const { code, output } = await runWithin(MAX_SECONDS, install, {
    ...env,
    CARGO_PROFILE_DEV_DEBUG: 'false',
  });
  await rm(target, { recursive: true, force: true });
  if (code === 0) return null;
  const lines = output.trim().split('\n');
  const why = lines.find((line) => line.startsWith('error')) ?? lines.at(-1) ?? '';
  return `cargo-deny ${VERSION} could not be built: ${why}`;
}
