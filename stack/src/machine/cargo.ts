import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runQuietly } from '../checks/run-quietly.ts';
import { inRepository } from '../repository.ts';
import { findCommand } from './debian-packages.ts';

/** Outside the checkout, so that every checkout of this machine shares what cargo has built. */
const TARGET = join(homedir(), '.cache', 'comet', 'target');

/** What of ours is written in Rust, and the file that comes of it. */
const CRATES = {
  launcher: { folder: 'apps/daemon/launcher', file: 'comet' },
  'udp-offload': { folder: 'packages/udp-offload', file: 'libcomet_udp_offload.so' },
} as const;

export type Crate = keyof typeof CRATES;
export const crates = Object.keys(CRATES) as Crate[];

/** The command line that runs cargo on a crate, and its environment; null on a machine without Rust. */
export function cargo(
  task: 'build' | 'test',
  crate: Crate,
): { command: string[]; env: Record<string, string> } | null {
  const usual = join(homedir(), '.cargo', 'bin', 'cargo');
  const program = findCommand('cargo') ?? (existsSync(usual) ? usual : null);
  if (program === null) return null;
  const release = task === 'build' ? ['--release'] : [];
  const manifest = inRepository(`${CRATES[crate].folder}/Cargo.toml`);
  const command = [program, task, ...release, '--locked', '--quiet', '--manifest-path', manifest];
  return { command, env: { CARGO_TARGET_DIR: TARGET } };
}

/** Builds a crate and gives the path of what came of it; null where that cannot be, and everything has to go without it. */
export async function buildCrate(crate: Crate, say: (line: string) => void): Promise<string | null> {
  const build = cargo('build', crate);
  if (build === null) return null;
  const { code, output } = await runQuietly(build.command, build.env);
  if (code === 0) return join(TARGET, 'release', CRATES[crate].file);
  say(`The crate ${crate} could not be built: ${output.trim().split('\n').at(-1) ?? ''}`);
  return null;
}
