import { join } from 'node:path';
import { inRepository } from '../repository.ts';
import { UserError } from '../user-error.ts';
import { cargo, type CargoRun } from './cargo.ts';
import { registryProgram } from './registry-program.ts';

/** Built without optimisation, in a fraction of the time; checking the lock file still takes only seconds. */
const build = {
  crate: 'cargo-deny',
  version: '0.20.2',
  options: ['--profile=dev'],
  env: { CARGO_PROFILE_DEV_DEBUG: 'false' },
};

/**
 * Returns the command line of `cargo-deny WORDS` for the workspace. If the program cannot be built, for example offline, returns one
 * sentence with the reason. Throws a UserError without Rust.
 */
export async function cargoDeny(args: readonly string[]): Promise<CargoRun | string> {
  const { env } = cargo('deny', []);
  try {
    const program = join(await registryProgram(build), 'cargo-deny');
    return { command: [program, '--manifest-path', inRepository('Cargo.toml'), '--locked', ...args], env };
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
