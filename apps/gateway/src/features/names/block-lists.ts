import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlockList, blockLists } from '@comet/admission';

/** The names of each list that the operator has put there. */
export type BlockLists = ReadonlyMap<BlockList, ReadonlySet<string>>;

const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
/** What a hosts file names besides what it blocks. */
const own = new Set(['localhost', 'localhost.localdomain', 'broadcasthost', 'local']);

/**
 * The names in a list's text: one a line, or as hosts files have them (`0.0.0.0 ads.example`); `#` begins a remark. What is no
 * name with at least two labels is passed over: a list from elsewhere must not be able to block a whole top-level domain.
 */
export function parseList(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of text.split('\n')) {
    const words = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    const name = (words.length > 1 ? words[1] : words[0])?.replace(/\.$/, '') ?? '';
    const labels = name.split('.');
    if (labels.length < 2 || name.length > 253 || own.has(name)) continue;
    if (/^[0-9.]+$/.test(name) || !labels.every((one) => label.test(one))) continue;
    names.add(name);
  }
  return names;
}

/** Whether a name, or one that it lies under, is on one of the lists. */
export function isBlocked(name: string, lists: readonly ReadonlySet<string>[]): boolean {
  for (let rest = name; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1))
    if (lists.some((list) => list.has(rest))) return true;
  return false;
}

/** Reads `ads.txt`, `trackers.txt` and `malware.txt` of a folder; a list that is not there is not offered. */
export async function readBlockLists(folder: string): Promise<BlockLists> {
  const lists = new Map<BlockList, ReadonlySet<string>>();
  for (const name of blockLists) {
    const text = await readFile(join(folder, `${name}.txt`), 'utf8').catch(() => null);
    if (text !== null) lists.set(name, parseList(text));
  }
  return lists;
}
