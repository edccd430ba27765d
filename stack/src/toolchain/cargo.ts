import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { delimiter, join, basename } from 'node:path';
import { runWithin } from '../checks/run-quietly.ts';
import { UserError } from '../user-error.ts';
import { ARCHITECTURES, type Architecture, thisArchitecture } from './architecture.ts';
import { findCommand } from './debian-packages.ts';
import { inRepository, repository } from '../repository.ts';
import { requireRust } from './rust.ts';
import { chmod, copyFile, mkdir, rename } from 'node:fs/promises';

/** Unprivileged programs load from this folder; they cannot read home directories. */
const FOLDER = '/var/cache/comet';

/**
 * Builds a crate, installs its file where every user can read it, and returns that path. Without write permission prints a message and
 * returns null: OpenVPN is slower without `udp-offload`, provider endpoints serve no tunnels without `listener`, the proxy does not start
 * without `relay`, block lists are not served without `dns-filter`, WireGuard runs only over UDP without `transport`, and a client has no encrypted
 * resolvers without `local-resolver`. Throws a UserError if the crate does not build.
 */
export async function installCrate(
  crate: 'dns-filter' | 'udp-offload' | 'listener' | 'local-resolver' | 'relay' | 'transport',
  print: (line: string) => void,
): Promise<string | null> {
  const built = await buildCrate(crate);
  try {
    return await install(built);
  } catch (error) {
    print(
      `The crate ${crate} could not be installed: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
}

async function install(built: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true, mode: 0o755 });
  const installed = join(FOLDER, basename(built));
  // A file in use can only be replaced, and other stacks on this machine may install it concurrently.
  const draft = `${installed}.${process.pid}`;
  await copyFile(built, draft);
  await chmod(draft, 0o755);
  await rename(draft, installed);
  return installed;
}

/** Built packages of the Cargo workspace: name, profile in the root Cargo.toml, and output file. */
const CRATES = {
  cli: { name: 'comet', profile: 'release', file: 'comet' },
  'dns-filter': { name: 'comet-dns-filter', profile: 'release', file: 'comet-dns-filter' },
  listener: { name: 'comet-listener', profile: 'release', file: 'comet-listener' },
  'local-resolver': { name: 'comet-resolver', profile: 'release', file: 'comet-resolver' },
  relay: { name: 'comet-relay', profile: 'release', file: 'comet-relay' },
  transport: { name: 'comet-transport', profile: 'release', file: 'comet-transport' },
  'udp-offload': { name: 'comet-udp-offload', profile: 'release', file: 'libcomet_udp_offload.so' },
  desktop: { name: 'comet-desktop', profile: 'desktop', file: 'comet-desktop' },
  'empty-window': { name: 'empty-window', profile: 'desktop', file: 'empty-window' },
  censor: { name: 'censor', profile: 'release', file: 'censor' },
  classifier: { name: 'classifier', profile: 'release', file: 'classifier' },
  'proxy-load': { name: 'proxy-load', profile: 'release', file: 'proxy-load' },
  'quinn-forwarder': { name: 'quinn-forwarder', profile: 'release', file: 'quinn-forwarder' },
} as const;

export type Crate = keyof typeof CRATES;

/** Maximum seconds for a build: the desktop app takes many minutes on two busy cores. */
const MAX_SECONDS = 2_400;

/** A command line with its environment variables in addition to those of this process. */
export interface CargoRun {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Cargo's target folder of one checkout. Cargo names the files of workspace members by their paths within the workspace, so checkouts with
 * a common folder would run each other's programs.
 */
export function targetFolder(checkout: string): string {
  return join(
    homedir(),
    '.cache',
    'comet',
    'target',
    createHash('sha256').update(checkout).digest('hex').slice(0, 16),
  );
}

const TARGET = targetFolder(repository);

/** Returns the command of `cargo TASK WORDS` on the workspace. Throws a UserError if no toolchain is new enough. */
export function cargo(task: string, args: readonly string[]): CargoRun {
  const bin = requireRust();
  return {
    command: [join(bin, 'cargo'), task, '--manifest-path', inRepository('Cargo.toml'), ...args],
    env: {
      CARGO_TARGET_DIR: TARGET,
      // Cargo runs the first `rustc`, `cargo-fmt` and `cargo-clippy` on PATH.
      PATH: [bin, process.env.PATH, join(homedir(), '.cargo', 'bin')].join(delimiter),
    },
  };
}

/** Returns the command of `cargo metadata` for an architecture, which includes every package of the workspace. */
export function cargoMetadata(architecture: Architecture = thisArchitecture): CargoRun {
  const platform = `--filter-platform=${ARCHITECTURES[architecture].rust}`;
  return cargo('metadata', ['--locked', '--quiet', '--format-version=1', platform]);
}

/** Returns the name of a crate's package in the workspace. */
export function packageOf(crate: Crate): string {
  return CRATES[crate].name;
}

/**
 * Builds a crate, for another architecture with its cross compiler, and returns the path of its file. Throws a UserError with the compiler's
 * output, or without Rust.
 */
export async function buildCrate(crate: Crate, architecture = thisArchitecture): Promise<string> {
  const { name, profile, file } = CRATES[crate];
  const cross = architecture === thisArchitecture ? null : crossBuild(architecture);
  const build = cargo('build', [
    ...['--locked', '--quiet', '--profile', profile, '--package', name],
    ...(cross?.options ?? []),
  ]);
  const { code, output } = await runWithin(MAX_SECONDS, build.command, {
    ...build.env,
    ...cross?.env,
  });
  if (code !== 0) throw new UserError(`cargo build --package ${name} failed:\n${output.trimEnd()}`);
  return join(TARGET, cross?.folder ?? '', profile, file);
}

/** Options, environment and output folder of a build for another architecture. Throws a UserError without a cross compiler. */
function crossBuild(architecture: Architecture) {
  const { rust: folder, gnu } = ARCHITECTURES[architecture];
  if (findCommand(`${gnu}-gcc`) === null)
    throw new UserError(
      `Programs for ${architecture} need ${gnu}-gcc: apt install gcc-${gnu} libc6-dev-${ARCHITECTURES[architecture].debian}-cross. Rust needs rustup target add ${folder}.`,
    );
  const linker = `CARGO_TARGET_${folder.toUpperCase().replaceAll('-', '_')}_LINKER`;
  return { folder, options: ['--target', folder], env: { [linker]: `${gnu}-gcc` } };
}
