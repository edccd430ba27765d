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

const file = (stateDir: string): string => join(stateDir, 'head-start.json');
const recordedGoalFile = (stateDir: string): string => join(stateDir, 'head-start.wish');

/** The file's content: `state` identifies the `state.json` that the sessions belong to. */
interface Kept extends SavedSessions {
  readonly state: string;
}

/** Saves sessions for the next process. Call it after the last write of `state.json`. */
export async function writeSavedSessions(stateDir: string, starts: SavedSessions): Promise<void> {
  const kept: Kept = { ...starts, state: markOfState(stateDir) };
  await replaceFile(file(stateDir), JSON.stringify(kept));
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
    if (!isOurs(stateDir)) return null;
    const kept = jsonOf(takeOwn(file(stateDir))) as Kept | null;
    if (kept?.version !== version || kept.link !== link || !isList(kept.starts, link)) return null;
    if (kept.state !== markOfState(stateDir) || !(kept.from <= now && now < kept.until)) return null;
    return kept;
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
  await replaceFile(recordedGoalFile(stateDir), JSON.stringify({ location, state: markOfState(stateDir) }));
}

/** The goal that a crashed process reported as connected and `state.json` does not contain; null for none. */
export function readRecordedGoal(stateDir: string): { readonly location: string | null } | null {
  try {
    const wish = jsonOf(readOwn(recordedGoalFile(stateDir)));
    if (typeof wish !== 'object' || wish === null || !('location' in wish) || !('state' in wish)) return null;
    const { location, state } = wish;
    if (state !== markOfState(stateDir)) return null;
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

/** Identifies the present `state.json`: each write replaces the file, so the inode changes. */
function markOfState(stateDir: string): string {
  const { ino, size, mtimeNs } = statSync(join(stateDir, 'state.json'), { bigint: true });
  return `${ino} ${size} ${mtimeNs}`;
}

function isOurs(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o077) === 0;
}

/** Reads and deletes the file, which contains a key. Throws where it is missing. */
function takeOwn(path: string): string {
  try {
    return readOwn(path);
  } finally {
    rmSync(path);
  }
}

/** Throws where the file is missing, a symbolic link, or accessible to other users. */
function readOwn(path: string): string {
  const opened = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const found = fstatSync(opened);
    if (!found.isFile() || found.uid !== process.geteuid?.() || (found.mode & 0o077) !== 0)
      throw new Error(`${path} is not ours alone`);
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}
