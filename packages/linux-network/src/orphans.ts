import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

/** The process ids of the wireguard-go at `path` that serve `name` in our network namespace. */
export async function wireguardGoServing(path: string, name: string): Promise<readonly number[]> {
  const ours = await readlink('/proc/self/ns/net');
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const commandLine = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    const [program = '', ...words] = commandLine.split('\0').filter((word) => word !== '');
    if (basename(program) !== basename(path) || words.findLast(() => true) !== name) continue;
    if ((await readlink(`/proc/${entry}/ns/net`).catch(() => '')) === ours) found.push(Number(entry));
  }
  return found;
}
