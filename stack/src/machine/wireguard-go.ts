import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWithin } from '../checks/run-within.ts';
import { findCommand, installMissingPackages } from './debian-packages.ts';

// The newest wireguard-go when it was pinned. It has UDP and TUN offload, which the package of Debian 12 lacks.
const VERSION = 'v0.0.0-20260522210424-ecfc5a8d5446';

/** Seconds after which fetching or building it is taken for something that hangs. */
const LONGEST = 900;

/**
 * Finds the program that makes WireGuard tunnels where the kernel has none: a recent wireguard-go in the user's cache,
 * built there when Go is at hand, with one fault mended; else Debian's slower one, with a notice. Null when the kernel can do it, or when
 * there is no program either (said then).
 */
export async function findWireguardGo(say: (line: string) => void): Promise<string | null> {
  const recent = join(homedir(), '.cache', 'comet', 'wireguard-go-2', 'wireguard');
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
  return (await runWithin(60, probe)).code === 0;
}

async function build(folder: string, say: (line: string) => void): Promise<boolean> {
  const go = findCommand('go') ?? (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : null);
  if (go === null) return false;
  say('Building wireguard-go …');
  const source = await mkdtemp(join(tmpdir(), 'comet-wireguard-go-'));
  try {
    const fetched = await runWithin(LONGEST, [
      go,
      'mod',
      'download',
      '-json',
      `golang.zx2c4.com/wireguard@${VERSION}`,
    ]);
    const folderOf = /"Dir": "([^"]+)"/.exec(fetched.output)?.[1];
    if (fetched.code !== 0 || folderOf === undefined) throw new Error(lastLine(fetched.output));
    await cp(folderOf, source, { recursive: true });
    await runWithin(LONGEST, ['chmod', '-R', 'u+w', source]);
    const sender = join(source, 'conn', 'bind_std.go');
    await writeFile(sender, mended(await readFile(sender, 'utf8')));
    const building = [go, 'build', '-C', source, '-o', join(folder, 'wireguard'), '.'];
    const built = await runWithin(LONGEST, building);
    if (built.code !== 0) throw new Error(lastLine(built.output));
    return true;
  } catch (error) {
    say(`wireguard-go could not be built: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}

/**
 * wireguard-go keeps the addresses that it sends to and uses them again. One that was IPv4 is four bytes long, and of an IPv6 address only
 * the first four were copied into it before it was made sixteen long: what followed went to an address that was nobody's, or another
 * customer's (its pull request 135). Throws where the text is another by now.
 */
export function mended(sender: string): string {
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

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}
