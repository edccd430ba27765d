import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runQuietly } from '../checks/run-quietly.ts';
import { findCommand, installMissingPackages } from './debian-packages.ts';

// The newest wireguard-go when it was pinned. It has UDP and TUN offload, which the package of Debian 12 lacks.
const VERSION = 'v0.0.0-20260522210424-ecfc5a8d5446';

/**
 * Finds the program that makes WireGuard tunnels where the kernel has none: a recent wireguard-go in the user's cache,
 * built there when Go is at hand; else Debian's slower one, with a notice. Null when the kernel can do it, or when
 * there is no program either (said then).
 */
export async function findWireguardGo(say: (line: string) => void): Promise<string | null> {
  const recent = join(homedir(), '.cache', 'comet', 'bin', 'wireguard');
  if (existsSync(recent)) return recent;
  if (await kernelHasWireguard()) return null;
  if (await build(join(recent, '..'), say)) return recent;
  const problem = await installMissingPackages({ 'wireguard-go': 'wireguard-go' }, say);
  if (problem !== null) {
    say(`There is no WireGuard in this kernel and no wireguard-go either. ${problem}`);
    return null;
  }
  say(
    "Tunnels run on the distribution's wireguard-go, which may be several times slower: install Go for a recent one.",
  );
  return findCommand('wireguard-go');
}

/** Asks the kernel for an interface of its own kind, in a network namespace that is gone at once. */
async function kernelHasWireguard(): Promise<boolean> {
  const probe = ['unshare', '--net', 'ip', 'link', 'add', 'comet-probe', 'type', 'wireguard'];
  return (await runQuietly(probe)).code === 0;
}

async function build(folder: string, say: (line: string) => void): Promise<boolean> {
  const go = findCommand('go') ?? (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : null);
  if (go === null) return false;
  say('Building wireguard-go …');
  const { code, output } = await runQuietly([go, 'install', `golang.zx2c4.com/wireguard@${VERSION}`], {
    GOBIN: folder,
  });
  if (code !== 0) say(`wireguard-go could not be built: ${output.trim().split('\n').at(-1) ?? ''}`);
  return code === 0;
}
