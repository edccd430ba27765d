import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runQuietly } from '../checks/run-quietly.ts';
import { inRepository } from '../repository.ts';
import { findCommand } from './debian-packages.ts';

/** Outside the checkout, so that every checkout of this machine shares what cargo has built. */
const TARGET = join(homedir(), '.cache', 'comet', 'target');
const MANIFEST = inRepository('apps/daemon/launcher/Cargo.toml');

/** The command line that runs cargo on the launcher, and its environment; null on a machine without Rust. */
export function cargo(task: 'build' | 'test'): { command: string[]; env: Record<string, string> } | null {
  const usual = join(homedir(), '.cargo', 'bin', 'cargo');
  const program = findCommand('cargo') ?? (existsSync(usual) ? usual : null);
  if (program === null) return null;
  const release = task === 'build' ? ['--release'] : [];
  const command = [program, task, ...release, '--locked', '--quiet', '--manifest-path', MANIFEST];
  return { command, env: { CARGO_TARGET_DIR: TARGET } };
}

/** Builds the small program that starts as `comet`; null where that cannot be, and then the full client does it all. */
export async function buildLauncher(say: (line: string) => void): Promise<string | null> {
  const build = cargo('build');
  if (build === null) return null;
  const { code, output } = await runQuietly(build.command, build.env);
  if (code === 0) return join(TARGET, 'release', 'comet');
  say(`The launcher of comet could not be built: ${output.trim().split('\n').at(-1) ?? ''}`);
  return null;
}
