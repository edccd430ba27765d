import { link, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { freshMemory, type Memory, memoryForm } from './memory.ts';
import { ownFolderOnUnix } from './own-folder.unix.ts';
import { readMemory } from './read-memory.ts';
import { replaceFile } from './replace-file.ts';
import { writeUntilKept } from './write-until-kept.ts';

export interface MemoryFile {
  readonly current: Memory;
  /** True when there was a file that could not be read: what the user wanted is then unknown. */
  readonly wasBroken: boolean;
  /**
   * Changes what is in memory at once; resolves with `true` when it is on disk, or with `false` when the disk does not take it now: what
   * is under way goes on all the same. Rejects, and changes nothing, where the next start could not read it.
   */
  change(part: Partial<Memory>): Promise<boolean>;
}

/** Makes a folder that nobody enters but who the daemon runs as. Rejects when it cannot be, or is somebody else's. */
export type OwnFolder = (path: string) => Promise<void>;

/**
 * Opens `state.json` in a folder that is made our own first. A file that is not of this form is set aside, not deleted;
 * then lockdown is on unless it clearly was not.
 */
export async function openMemoryFile(
  stateDir: string,
  ownFolder: OwnFolder = ownFolderOnUnix,
  log: (line: string) => void = () => undefined,
): Promise<MemoryFile> {
  const path = join(stateDir, 'state.json');
  await ownFolder(stateDir);
  const text = await textAt(path);
  const found = text === null ? { memory: freshMemory(), wasBroken: false } : readMemory(text);
  const { wasBroken } = found;
  let current = found.memory;
  let writing: Promise<unknown> = Promise.resolve();
  let pending: Promise<boolean> | null = null;
  const keep = writeUntilKept(path, () => replaceFile(path, JSON.stringify(current, null, 2)), log);

  /** Begins after what is under way in this turn: a connect sends its first packet before its wish is written down. */
  async function write(): Promise<boolean> {
    await setImmediate();
    pending = null;
    return keep();
  }

  if (wasBroken) {
    await rm(`${path}.broken`, { force: true });
    await link(path, `${path}.broken`);
    // At once: a start that found no file at all would believe that lockdown was off.
    await write();
  }

  return {
    get current() {
      return current;
    },
    wasBroken,
    change(part) {
      const changed = memoryForm.safeParse({ ...current, ...part });
      // What the next start would not read must not be written: it would take everything else with it.
      if (!changed.success)
        return Promise.reject(
          new TypeError(`state.json would not be readable with this ${Object.keys(part).join(', ')}`),
        );
      current = changed.data;
      // One write takes along every change that was made while it waited for the one before.
      if (pending === null) {
        pending = writing.then(write);
        writing = pending;
      }
      return pending;
    },
  };
}

/** Null where there is none. */
async function textAt(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
