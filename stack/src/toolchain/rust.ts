import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { UserError } from '../user-error.ts';
import { inRepository } from '../repository.ts';
import { aptCommand, aptInstall, findCommand, RUST_PACKAGES } from './debian-packages.ts';

let found: string | null = null;
let installing: Promise<string | null> | null = null;

/** Returns the folder of the toolchain for all builds. Throws a UserError with the installation command if there is none. */
export function requireRust(): string {
  found ??= findRust(usualFolders(), minVersion());
  if (found === null) throw new UserError(missingRust());
  return found;
}

/**
 * As root, installs Debian's packages of Rust if no toolchain is new enough. Returns null if there is one, else a sentence
 * with the installation command. All calls of a process share the first one's work.
 */
export function installRust(print: (line: string) => void): Promise<string | null> {
  installing ??= install(print);
  return installing;
}

async function install(print: (line: string) => void): Promise<string | null> {
  const isThere = (): boolean => findRust(usualFolders(), minVersion()) !== null;
  if (isThere()) return null;
  // Debian's rustup package conflicts with these and would be removed with its toolchains.
  if (existsSync('/usr/bin/rustup')) return missingRust();
  if (process.getuid?.() !== 0 || findCommand('apt-get') === null) return missingRust();
  const { output } = await aptInstall(RUST_PACKAGES, print);
  return isThere() ? null : `${missingRust()} (apt-get: ${output.trim().split('\n').at(-1)})`;
}

/** Returns the message that no toolchain is new enough, with the installation command. */
function missingRust(): string {
  const remedy = existsSync('/usr/bin/rustup')
    ? 'rustup default stable && rustup update stable'
    : findCommand('apt-get') === null
      ? 'see https://rustup.rs'
      : `sudo ${aptCommand(RUST_PACKAGES)}`;
  return `Rust ${minVersion()} or newer is missing; this installs it: ${remedy}`;
}

/** Returns the `rust-version` of the workspace, such as `1.95`. */
function minVersion(): string {
  const version = /^rust-version = "(\d+\.\d+)"$/m.exec(
    readFileSync(inRepository('Cargo.toml'), 'utf8'),
  )?.[1];
  if (version === undefined) throw new Error('The root Cargo.toml has no rust-version.');
  return version;
}

/** Returns the folders of toolchains: PATH, rustup's folder, Debian's. */
function usualFolders(): string[] {
  return [...(process.env.PATH ?? '').split(delimiter), join(homedir(), '.cargo', 'bin'), '/usr/bin'];
}

/** Returns the first of these folders that has a `cargo` and a `rustc` of at least this version, or null. */
export function findRust(folders: readonly string[], required: string): string | null {
  return folders.find((folder) => existsSync(join(folder, 'cargo')) && isAtLeast(folder, required)) ?? null;
}

function isAtLeast(folder: string, required: string): boolean {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    const words = execFileSync(join(folder, 'rustc'), ['--version'], { encoding: 'utf8', stdio: [...stdio] });
    const version = /^rustc (\d+\.\d+)/.exec(words)?.[1];
    return version !== undefined && version.localeCompare(required, 'en', { numeric: true }) >= 0;
  } catch {
    // Absent, or rustup's without a toolchain.
    return false;
  }
}
