import { createHash } from 'node:crypto';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonOf, randomToken, taskQueue } from '@comet/foundation';
import { openStateFolder, replaceFile, stateFile, syncFolder } from '@comet/foundation/state-file';
import type * as z from 'zod/mini';

/** Bytes below which the content is always written whole, and the size of the largest journal. */
const bounds = { smallContent: 64 * 1024, journal: 16 * 1024 * 1024 };

/** Returns the bytes of a journal after which the whole content, of `bytes` bytes, is written again. */
function defaultLimit(bytes: number): number {
  return bytes < bounds.smallContent ? 0 : Math.min(bytes, bounds.journal);
}

/** A saved content, and the reason why a part of its journal was refused; null if all of it was applied. */
interface Restored<T> {
  readonly content: T;
  readonly damage: string | null;
}

/** The source of one save. Called when the save runs, so that content and journal are always from the same moment. */
export interface SaveSource<T, C> {
  /** The changes since the last save; null where the whole content must be written. */
  change(): C | null;
  /** The whole content, with all changes. */
  whole(): T;
}

/**
 * A JSON file with a journal of changes beside it, readable by their owner only. A change appends one record; the whole content is written
 * when it is small, and when the journal has reached its size. After a power cut the restored content is that of one of the saves, at least of the last that
 * resolved.
 */
export interface JournaledFile<T, C> {
  /** Null if the file does not exist. Throws a sentence if the file itself is invalid. */
  read(): Promise<Restored<T> | null>;
  /** Resolves when the state survives a power cut. Saves of one process are serialized. The first one writes the whole content. */
  save(source: SaveSource<T, C>): Promise<void>;
}

interface JournaledFileParts<T, C> {
  readonly folder: string;
  /** The name of the file with the whole content. */
  readonly name: string;
  readonly content: z.ZodMiniType<T>;
  readonly change: z.ZodMiniType<C>;
  /** Applies changes in their order. */
  replay(content: T, changes: readonly C[]): T;
  readonly limit?: (bytes: number) => number;
}

/** The journal that belongs to a written content. Its name contains a random ID, so that one of an earlier content is never applied. */
interface Journal {
  readonly path: string;
  /** Digest of the last record; the ID before the first. */
  readonly last: string;
  readonly bytes: number;
  readonly limit: number;
}

/** Opens the file, which the first save creates. Only one process may use it. */
export function journaledFile<T extends object, C>(parts: JournaledFileParts<T, C>): JournaledFile<T, C> {
  const { folder, name, limit = defaultLimit } = parts;
  const saved = stateFile(folder, name, {
    safeParse(found) {
      const { success, data } = parts.content.safeParse(found);
      return success ? { success, data: { content: data, journal: journalOf(found) } } : { success };
    },
  });
  const queue = taskQueue();
  const pathOf = (id: string) => join(folder, `${name}.${id}.journal`);
  let journal: Journal | null = null;

  async function writeWhole(content: T): Promise<void> {
    const id = randomToken(12);
    // Beside the other fields, so that earlier releases read the file too.
    const text = JSON.stringify({ ...content, journal: id });
    await replaceFile(join(folder, name), text);
    journal = { path: pathOf(id), last: id, bytes: 0, limit: limit(text.length) };
    for (const file of await readdir(folder))
      if (file.startsWith(`${name}.`) && file.endsWith('.journal')) await rm(join(folder, file));
  }

  async function append(to: Journal, change: C): Promise<void> {
    const record = recordOf(to.last, JSON.stringify(change));
    const file = await open(to.path, 'a', 0o600);
    try {
      await file.writeFile(record.line);
      await file.datasync();
    } finally {
      await file.close();
    }
    if (to.bytes === 0) await syncFolder(folder);
    journal = { ...to, last: record.digest, bytes: to.bytes + Buffer.byteLength(record.line) };
  }

  return {
    async read() {
      const found = await saved.read();
      if (found === null) return null;
      const { content, journal: id } = found;
      const text = id === null ? '' : await readFile(pathOf(id), 'utf8').catch(emptyIfMissing);
      const { changes, damage } = readRecords(text, id ?? '', parts.change);
      return {
        content: parts.replay(content, changes),
        damage: damage === null ? null : `The journal of ${join(folder, name)} is damaged: ${damage}.`,
      };
    },
    save: (source) =>
      queue(async () => {
        const to = journal;
        // After a failed save the journal's end is unknown, so that the next one starts anew.
        journal = null;
        await openStateFolder(folder);
        const change = to === null || to.bytes >= to.limit ? null : source.change();
        if (to === null || change === null) await writeWhole(source.whole());
        else await append(to, change);
      }),
  };
}

/** A record: the digest of its JSON and of the record before it, so that a missing or exchanged record is detected. */
function recordOf(previous: string, json: string): { readonly digest: string; readonly line: string } {
  const digest = createHash('sha256').update(`${previous} ${json}`).digest('base64url').slice(0, 22);
  return { digest, line: `${digest} ${json}\n` };
}

/**
 * Reads the records of a journal up to the first invalid one. An invalid last record is that of a save interrupted by a crash: it is
 * ignored. One before the last is damage.
 */
function readRecords<C>(
  text: string,
  id: string,
  form: z.ZodMiniType<C>,
): { readonly changes: readonly C[]; readonly damage: string | null } {
  const changes: C[] = [];
  let previous = id;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    const json = line.slice(line.indexOf(' ') + 1);
    const { digest, line: expected } = recordOf(previous, json);
    const isWhole = newline !== -1 && expected === `${line}\n`;
    if (!isWhole && end + 1 >= text.length) break;
    const parsed = isWhole ? form.safeParse(jsonOf(json)) : null;
    if (parsed?.success !== true) return { changes, damage: `record ${changes.length + 1} is invalid` };
    changes.push(parsed.data);
    previous = digest;
    start = end + 1;
  }
  return { changes, damage: null };
}

function journalOf(found: unknown): string | null {
  if (typeof found !== 'object' || found === null || !('journal' in found)) return null;
  return typeof found.journal === 'string' && /^[A-Za-z0-9_-]+$/.test(found.journal) ? found.journal : null;
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
