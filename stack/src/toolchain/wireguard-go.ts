import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWithin } from '../checks/run-quietly.ts';
import { ARCHITECTURES, type Architecture, thisArchitecture } from './architecture.ts';
import { findCommand, installMissingPackages } from './debian-packages.ts';
import { fetchModule, runGo } from './go.ts';

// Unlike Debian 12's package, this version has UDP and TUN offload.
const VERSION = 'v0.0.0-20260522210424-ecfc5a8d5446';
/** Its entry in Go's checksum database. */
const SUM = 'h1:cqHQ3AycTHvM2R7ikgyX57D+XvtcSnGylsLkOVhta/w=';
/** Revision of the build of this version; increase it with every change of `patchSource` or of how it is built. */
const PATCH = 1;

/** Path of the program for an architecture. */
function programFor(architecture: Architecture): string {
  const other = architecture === thisArchitecture ? '' : `-${architecture}`;
  return join(homedir(), '.cache', 'comet', `wireguard-go-${VERSION}-${PATCH}${other}`, 'wireguard');
}

/** Path of the built program for this machine. */
export const PROGRAM = programFor(thisArchitecture);

/**
 * Finds the program for WireGuard tunnels without the kernel module: a recent wireguard-go in the user's cache, built there with one patch;
 * else Debian's slower one, with a notice. Returns null if the kernel has the module, or, with a message, if there is no program.
 */
export async function findWireguardGo(print: (line: string) => void): Promise<string | null> {
  if (existsSync(PROGRAM)) return PROGRAM;
  if (await kernelHasWireguard()) return null;
  try {
    return await buildWireguardGo(print);
  } catch (error) {
    print(`wireguard-go could not be built: ${error instanceof Error ? error.message : String(error)}`);
  }
  const problem = await installMissingPackages({ 'wireguard-go': 'wireguard-go' }, print);
  if (problem !== null) {
    print(`There is no WireGuard in this kernel and no wireguard-go either. ${problem}`);
    return null;
  }
  print("Tunnels run on the distribution's wireguard-go, which may be several times slower.");
  return findCommand('wireguard-go');
}

/** Tests whether the kernel supports WireGuard by creating an interface in a temporary network namespace. */
async function kernelHasWireguard(): Promise<boolean> {
  const probe = ['unshare', '--net', 'ip', 'link', 'add', 'comet-probe', 'type', 'wireguard'];
  return (await runWithin(60, probe)).code === 0;
}

/** Returns the path of the pinned wireguard-go in the user's cache, and builds it if necessary. Throws one sentence if that fails. */
export async function buildWireguardGo(
  print: (line: string) => void,
  architecture = thisArchitecture,
): Promise<string> {
  const program = programFor(architecture);
  if (existsSync(program)) return program;
  print('Building wireguard-go …');
  const source = await mkdtemp(join(tmpdir(), 'comet-wireguard-go-'));
  try {
    const module = `golang.zx2c4.com/wireguard@${VERSION}`;
    await cp(await fetchModule(module, SUM, print), source, { recursive: true });
    await runWithin(60, ['chmod', '-R', 'u+w', source]);
    const sender = join(source, 'conn', 'bind_std.go');
    await writeFile(sender, patchSource(await readFile(sender, 'utf8')));
    const target = { GOARCH: ARCHITECTURES[architecture].debian };
    await runGo(['build', '-C', source, '-trimpath', '-o', program, '.'], print, target);
    return program;
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}

/**
 * Returns wireguard-go's source with a bug fixed: it reuses buffers of destination addresses. An IPv4 one is four bytes long, and of an
 * IPv6 address only the first four were copied into it before it was extended to sixteen: packets were sent to a wrong address, possibly
 * another customer's (its pull request 135). Throws if the source has changed.
 */
export function patchSource(sender: string): string {
  let text = sender;
  for (const [name, length] of [
    ['as16', 16],
    ['as4', 4],
  ] as const) {
    const [copied, made] = [`copy(ua.IP, ${name}[:])`, `ua.IP = ua.IP[:${length}]`];
    const before = `\t\t${copied}\n\t\t${made}\n`;
    if (!text.includes(before)) throw new Error('its source is not what it was');
    text = text.replace(before, `\t\t${made}\n\t\t${copied}\n`);
  }
  return text;
}
