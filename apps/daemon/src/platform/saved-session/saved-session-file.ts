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
import { replaceFile } from '../files/state-file.ts';

const file = (stateDir: string): string => join(stateDir, 'head-start.json');
const recordedGoalFile = (stateDir: string): string => join(stateDir, 'head-start.wish');

/** What lies in the file: `state` is the `state.json` that they were decided by, and `starts` are written by us alone. */
interface Kept extends SavedSessions {
  readonly state: string;
}

/** Leaves saved sessions for the next process. To be called when `state.json` is as it will be found. */
export async function writeSavedSessions(stateDir: string, starts: SavedSessions): Promise<void> {
  const kept: Kept = { ...starts, state: markOfState(stateDir) };
  await replaceFile(file(stateDir), JSON.stringify(kept));
}

/**
 * The saved sessions that the process before left when it ended, if nothing has changed since then and the folder is nobody else's. They are
 * taken away: nobody finds them a second time, nor after a process that ended in any other way.
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
    // Most often there is none. What is wrong with the folder is said where the rest of it is read.
    return null;
  }
}

/** Whether what is read of each before anything is put up can be; all else is held against its form by who writes it. */
function isList(starts: unknown, link: string): boolean {
  if (!Array.isArray(starts)) return false;
  return starts.every((start: Partial<SavedSession> | null) => {
    const { asked, location, ticket, told, addresses } = start ?? {};
    const areNames = [asked, location].every((name) => name === null || typeof name === 'string');
    const isTold = told?.tunnel?.state === 'connected';
    return areNames && typeof ticket === 'string' && isTold && addresses?.link === link;
  });
}

/** Writes down that somebody is told of a connection to this location which `state.json` knows nothing of yet. */
export async function writeRecordedGoal(stateDir: string, location: string | null): Promise<void> {
  await replaceFile(recordedGoalFile(stateDir), JSON.stringify({ location, state: markOfState(stateDir) }));
}

/** Where somebody was told to be connected to, as long as `state.json` knows nothing of it: the process that told him has ended since. */
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

/** For when `state.json` has it, or something newer. */
export function deleteRecordedGoal(stateDir: string): void {
  try {
    rmSync(recordedGoalFile(stateDir), { force: true });
  } catch {
    // It says nothing any more.
  }
}

/** Another one by each write: it is put in place of the one before. */
function markOfState(stateDir: string): string {
  const { ino, size, mtimeNs } = statSync(join(stateDir, 'state.json'), { bigint: true });
  return `${ino} ${size} ${mtimeNs}`;
}

function isOurs(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o077) === 0;
}

/** Takes it away whatever it is: it has a key in it. Throws where another has taken it. */
function takeOwn(path: string): string {
  try {
    return readOwn(path);
  } finally {
    rmSync(path);
  }
}

/** Throws where it is not there, a link, or not ours alone. */
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
