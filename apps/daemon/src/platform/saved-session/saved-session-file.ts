import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { jsonOf } from '@comet/foundation';
import type { SavedSession, SavedSessions } from './saved-session.ts';
import { replaceFile } from '../files/replace-file.ts';

const file = (stateDir: string): string => join(stateDir, 'saved-sessions.json');
const recordedGoalFile = (stateDir: string): string => join(stateDir, 'recorded-goal.json');
/** Former names of these files; the first contains a key. */
const formerFiles = ['head-start.json', 'head-start.wish'];

/** The file's content: `state` identifies the `state.json` that the sessions belong to. */
interface SavedFile extends SavedSessions {
  readonly state: string;
}

/** Saves sessions for the next process. Call it after the last write of `state.json`. */
export async function writeSavedSessions(stateDir: string, starts: SavedSessions): Promise<void> {
  const saved: SavedFile = { ...starts, state: stateVersion(stateDir) };
  await replaceFile(file(stateDir), JSON.stringify(saved));
}

/**
 * Reads and deletes the sessions of the previous process, if nothing has changed since then and only root can write the folder. Deleted, they
 * are used at most once, and never after a crash.
 */
export function takeSavedSessions(
  stateDir: string,
  { version, link }: Pick<SavedSessions, 'version' | 'link'>,
  now: number,
): SavedSessions | null {
  try {
    if (!isPrivateFolder(stateDir)) return null;
    const saved = jsonOf(readAndDelete(file(stateDir))) as SavedFile | null;
    if (saved?.version !== version || saved.link !== link || !isList(saved.starts, link)) return null;
    if (saved.state !== stateVersion(stateDir) || !(saved.from <= now && now < saved.until)) return null;
    return saved;
  } catch {
    // Usually there is no file. Errors of the folder are reported when the state file is read.
    return null;
  }
}

/** Whether the fields that are read before the restore have the right types; the tools validate the rest. */
function isList(starts: unknown, link: string): boolean {
  if (!Array.isArray(starts)) return false;
  return starts.every((start: Partial<SavedSession> | null) => {
    const { requested, location, ticket, reply, addresses } = start ?? {};
    const areNames = [requested, location].every((name) => name === null || typeof name === 'string');
    const isReply = reply?.tunnel?.state === 'connected';
    return areNames && typeof ticket === 'string' && isReply && addresses?.link === link;
  });
}

/** Records a connection that a client has a reply for and that `state.json` does not contain yet. */
export async function writeRecordedGoal(stateDir: string, location: string | null): Promise<void> {
  await replaceFile(recordedGoalFile(stateDir), JSON.stringify({ location, state: stateVersion(stateDir) }));
}

/** The goal that a crashed process reported as connected and `state.json` does not contain; null for none. */
export function readRecordedGoal(stateDir: string): { readonly location: string | null } | null {
  try {
    const recorded = jsonOf(readPrivate(recordedGoalFile(stateDir)));
    if (
      typeof recorded !== 'object' ||
      recorded === null ||
      !('location' in recorded) ||
      !('state' in recorded)
    )
      return null;
    const { location, state } = recorded;
    if (state !== stateVersion(stateDir)) return null;
    return location === null || typeof location === 'string' ? { location } : null;
  } catch {
    return null;
  }
}

/** Call it once `state.json` contains this goal or a newer one. */
export function deleteRecordedGoal(stateDir: string): void {
  try {
    rmSync(recordedGoalFile(stateDir), { force: true });
  } catch {
    // A remaining file is ignored: `state.json` has changed.
  }
}

/** Deletes the files that an earlier version saved under other names. Failures are ignored: the next start retries. */
export function deleteFormerFiles(stateDir: string): void {
  for (const name of formerFiles) {
    try {
      rmSync(join(stateDir, name), { force: true });
    } catch {
      // The name is a folder, or the folder is read-only.
    }
  }
}

/** Identifies the current `state.json`: each write replaces the file, so the inode changes. */
function stateVersion(stateDir: string): string {
  const { ino, size, mtimeNs } = statSync(join(stateDir, 'state.json'), { bigint: true });
  return `${ino} ${size} ${mtimeNs}`;
}

function isPrivateFolder(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o077) === 0;
}

/** Reads and deletes the file, which contains a key. Throws where it is missing. */
function readAndDelete(path: string): string {
  try {
    return readPrivate(path);
  } finally {
    rmSync(path);
  }
}

/** Throws where the file is missing, a symbolic link, or accessible to other users. */
function readPrivate(path: string): string {
  const opened = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const found = fstatSync(opened);
    if (!found.isFile() || found.uid !== process.geteuid?.() || (found.mode & 0o077) !== 0)
      throw new Error(`${path} is accessible to other users`);
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}
