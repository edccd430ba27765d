import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonOf } from '@comet/foundation';
import { listFailures, type NameList } from '@comet/tunnel-protocol';
import * as z from 'zod/mini';
import { replaceFile } from './replace-file.ts';

const listInfo = z.object({
  etag: z.nullable(z.string()),
  /** Null before the first download. */
  names: z.nullable(z.int()),
  /** ISO 8601: when the text was last downloaded or confirmed. */
  updatedAt: z.nullable(z.string()),
  /** ISO 8601: the last attempt. */
  checkedAt: z.nullable(z.string()),
  failure: z.nullable(z.enum(listFailures)),
});

/** What is known of the text of a list. */
export type ListInfo = z.output<typeof listInfo>;

const unknown: ListInfo = { etag: null, names: null, updatedAt: null, checkedAt: null, failure: null };

export type NameListFiles = ReturnType<typeof nameListFiles>;

/** A short id of a list, which file names and the resolver program use. */
export function listId({ kind, source }: NameList): string {
  return createHash('sha256').update(`${kind} ${source}`).digest('hex').slice(0, 16);
}

/** The texts of the user's lists, in a folder of the state folder. */
export function nameListFiles(stateDir: string) {
  const folder = join(stateDir, 'name-lists');
  const textPath = (list: NameList) => join(folder, `${listId(list)}.txt`);
  const infoPath = (list: NameList) => join(folder, `${listId(list)}.json`);

  async function writeInfo(list: NameList, info: ListInfo): Promise<void> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await replaceFile(infoPath(list), JSON.stringify(info));
  }

  return {
    /** Null before the first download. */
    readText: (list: NameList): Promise<Buffer | null> => readFile(textPath(list)).catch(() => null),
    async readInfo(list: NameList): Promise<ListInfo> {
      const text = await readFile(infoPath(list), 'utf8').catch(() => '');
      const parsed = listInfo.safeParse(jsonOf(text));
      return parsed.success ? parsed.data : unknown;
    },
    writeInfo,
    /** Replaces the text before its description: a text without one is downloaded again. */
    async write(list: NameList, text: string, info: ListInfo): Promise<void> {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await replaceFile(textPath(list), text, { lasting: true });
      await writeInfo(list, info);
    },
    /** Removes the files of all other lists. */
    async keepOnly(lists: readonly NameList[]): Promise<void> {
      const kept = new Set(lists.map(listId));
      const files = await readdir(folder).catch(() => []);
      const others = files.filter((file) => !kept.has(file.slice(0, file.indexOf('.'))));
      for (const file of others) await rm(join(folder, file), { force: true });
    },
  };
}
