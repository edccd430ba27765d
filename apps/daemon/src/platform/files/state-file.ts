import { link, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Log, silentLog } from '@comet/foundation/log';
import { initialDaemonState, type DaemonState, daemonStateSchema } from './daemon-state.ts';
import { readDaemonState } from './read-daemon-state.ts';
import { replaceFile } from './replace-file.ts';
import { retryingWrite } from './retrying-write.ts';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';

/** Creates a folder that only this user can access, by synchronous calls. Rejects if it is a link or belongs to another user. */
export async function ownFolderOnUnix(path: string): Promise<void> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const folder = lstatSync(path);
  if (!folder.isDirectory() || folder.uid !== process.getuid?.())
    throw new Error(`${path} (COMET_STATE_DIR) must be a folder of the user that the daemon runs as`);
  chmodSync(path, 0o700);
}

/** Returns whether the process runs as root. Always false on Windows, which has no user ids. */
export const isRoot = (): Promise<boolean> => Promise.resolve(process.getuid?.() === 0);

export interface StateFile {
  readonly current: DaemonState;
  /** True if there was a file that could not be read: the user's goal is then unknown. */
  readonly wasBroken: boolean;
  /**
   * Changes the values in memory at once; resolves with `true` when they are on disk, or with `false` if they cannot be written now:
   * pending work continues all the same. Rejects without a change if the next start could not read the values.
   */
  change(part: Partial<DaemonState>): Promise<boolean>;
}

/** Creates a folder that only the daemon's user can access. Rejects if that fails, or if it belongs to another user. */
export type OwnFolder = (path: string) => Promise<void>;

/**
 * Opens `state.json` in a folder that is first restricted to the daemon's user. An invalid file is renamed, not deleted; then lockdown is
 * on unless the file clearly states that it was off.
 */
export async function openStateFile(
  stateDir: string,
  ownFolder: OwnFolder = ownFolderOnUnix,
  log: Log = silentLog,
): Promise<StateFile> {
  const path = join(stateDir, 'state.json');
  await ownFolder(stateDir);
  const text = await textAt(path);
  const found =
    text === null ? { daemonState: initialDaemonState(), wasBroken: false } : readDaemonState(text);
  const { wasBroken } = found;
  let current = found.daemonState;
  let writing: Promise<unknown> = Promise.resolve();
  let pending: Promise<boolean> | null = null;
  const keep = retryingWrite(path, () => replaceFile(path, JSON.stringify(current, null, 2)), log);

  /** Starts after the current turn of the event loop: a connect sends its first packet before its goal is written. */
  async function write(): Promise<boolean> {
    await setImmediate();
    pending = null;
    return keep();
  }

  if (wasBroken) {
    await rm(`${path}.broken`, { force: true });
    await link(path, `${path}.broken`);
    // Without a delay: a start that finds no file would assume that lockdown is off.
    await write();
  }

  return {
    get current() {
      return current;
    },
    wasBroken,
    change(part) {
      const changed = daemonStateSchema.safeParse({ ...current, ...part });
      // A value that the next start could not read must not be written: the whole file would be unreadable.
      if (!changed.success)
        return Promise.reject(
          new TypeError(`state.json would not be readable with this ${Object.keys(part).join(', ')}`),
        );
      current = changed.data;
      // One write includes all changes that were made during the previous one.
      if (pending === null) {
        pending = writing.then(write);
        writing = pending;
      }
      return pending;
    },
  };
}

/** Returns null if there is no file. */
async function textAt(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
