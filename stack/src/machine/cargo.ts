import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { runWithin } from '../checks/run-within.ts';
import { inRepository } from '../repository.ts';
import { findCommand } from './debian-packages.ts';

/** What of ours is written in Rust, and the file that comes of it. */
const CRATES = {
  launcher: { folder: 'apps/daemon/launcher', file: 'comet' },
  listener: { folder: 'apps/gateway/listener', file: 'comet-listener' },
  carrier: { folder: 'apps/gateway/carrier', file: 'comet-carrier' },
  'udp-offload': { folder: 'packages/udp-offload', file: 'libcomet_udp_offload.so' },
  desktop: { folder: 'apps/desktop/shell', file: 'comet-desktop' },
  'empty-window': { folder: 'bench/empty-window', file: 'empty-window' },
  'proxy-load': { folder: 'bench/proxy-load', file: 'proxy-load' },
} as const;

export type Crate = keyof typeof CRATES;

/** Seconds after which a build is taken for one that hangs: the desktop app takes many minutes on two busy cores. */
const LONGEST = 2_400;

/** Those with tests of their own; the listener is tested where tunnels leave by it, and what the desktop's shell passes on in its window. */
export const testedCrates = [
  'launcher',
  'udp-offload',
  'carrier',
  'proxy-load',
] as const satisfies readonly Crate[];

/**
 * Where cargo builds a crate: outside the checkout and named by what the crate consists of, so that checkouts of this machine share
 * what was built of equal sources, and none is given what another built of others. Cargo itself tells a library of ours only by its name.
 */
export function targetFor(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !relative(folder, path).startsWith('target/'))
    .toSorted();
  const hash = createHash('sha256');
  for (const path of files) {
    const content = readFileSync(path);
    hash.update(`${relative(folder, path)}\n${content.length}\n`).update(content);
  }
  return join(homedir(), '.cache', 'comet', 'crates', hash.digest('hex').slice(0, 16));
}

/**
 * The desktop app and its peer are programs, which cargo does tell from another checkout's, and stand on Tauri: minutes of work, done
 * once.
 */
function targetOf(crate: Crate): string {
  if (crate === 'desktop' || crate === 'empty-window') return join(homedir(), '.cache', 'comet', 'target');
  return targetFor(inRepository(CRATES[crate].folder));
}

/** The command line that runs cargo on a crate, and its environment; null on a machine without Rust. */
export function cargo(
  task: 'build' | 'test',
  crate: Crate,
): { command: string[]; env: { CARGO_TARGET_DIR: string } } | null {
  const release = task === 'build' ? ['--release'] : [];
  const command = cargoCommand(task, crate, release);
  return command && { command, env: { CARGO_TARGET_DIR: targetOf(crate) } };
}

/** The command line that tells, as JSON, what a crate consists of on this machine; null on one without Rust. */
export function cargoMetadata(crate: Crate): string[] | null {
  const architecture = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  return cargoCommand('metadata', crate, [
    '--format-version=1',
    `--filter-platform=${architecture}-unknown-linux-gnu`,
  ]);
}

function cargoCommand(task: string, crate: Crate, words: readonly string[]): string[] | null {
  const usual = join(homedir(), '.cargo', 'bin', 'cargo');
  const program = findCommand('cargo') ?? (existsSync(usual) ? usual : null);
  if (program === null) return null;
  const manifest = inRepository(`${CRATES[crate].folder}/Cargo.toml`);
  return [program, task, ...words, '--locked', '--quiet', '--manifest-path', manifest];
}

/** Builds a crate and gives the path of what came of it; null where that cannot be, and everything has to go without it. */
export async function buildCrate(crate: Crate, say: (line: string) => void): Promise<string | null> {
  const build = cargo('build', crate);
  if (build === null) return null;
  const { code, output } = await runWithin(LONGEST, build.command, build.env);
  if (code === 0) return join(build.env.CARGO_TARGET_DIR, 'release', CRATES[crate].file);
  const lines = output.trim().split('\n');
  const why = lines.find((line) => /^\s*error\b/.test(line)) ?? lines.at(-1) ?? '';
  say(`The crate ${crate} could not be built: ${why.trim()}`);
  return null;
}
