import { posix } from 'node:path';
import { DOORS, ROOMS } from './folder-rules.ts';

const ROOMS_LONGEST_FOLDER_FIRST = Object.entries(ROOMS).toSorted(
  ([, one], [, other]) => other.folder.length - one.folder.length,
);

/** The package name of the room that a repository path lies in, or null outside of every room. */
function roomOf(path: string): string | null {
  const entry = ROOMS_LONGEST_FOLDER_FIRST.find(([, room]) => path.startsWith(`${room.folder}/`));
  return entry?.[0] ?? null;
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /(^|\/)test\//.test(path);
}

/** `features/NAME` split off a path: the feature's name and the rest, or null outside of features/. */
function featureOf(path: string): { name: string; rest: string } | null {
  const match = /\/src\/features\/([^/]+)\/(.+)$/.exec(path);
  return match ? { name: match[1] ?? '', rest: match[2] ?? '' } : null;
}

/**
 * Why `importer` (a path from the repository's root, with forward slashes) must not import `specifier` as written
 * there; null when it may. The arrows are those of docs/architecture.md.
 */
export function refusal(importer: string, specifier: string): string | null {
  const from = roomOf(importer);
  if (from === null) return null;
  if (specifier.startsWith('.')) {
    return refuseWithin(importer, posix.join(posix.dirname(importer), specifier), from);
  }
  const to = /^@comet\/[^/]+/.exec(specifier)?.[0];
  return to === undefined || to === from ? null : refuseBetween(importer, from, specifier, to);
}

function refuseWithin(importer: string, target: string, from: string): string | null {
  if (roomOf(target) !== from) {
    return 'Reach another room by its package name, so that its exports decide what others may use.';
  }
  const own = featureOf(importer);
  const other = featureOf(target);
  if (other === null) return null;
  if (/\/src\/platform\//.test(importer)) {
    return 'platform/ imports no feature: features are built on it, and a loop would tie them all together.';
  }
  if (own !== null && own.name !== other.name && other.rest !== 'index.ts') {
    return `A feature reaches another only through its door: import features/${other.name}/index.ts.`;
  }
  return null;
}

function refuseBetween(importer: string, from: string, specifier: string, to: string): string | null {
  const room = ROOMS[from];
  if (room === undefined || ROOMS[to] === undefined) {
    return `There is no room ${to}: add it to the table of arrows with its reason.`;
  }
  if (to === '@comet/testing') {
    return isTest(importer)
      ? null
      : 'packages/testing is imported by tests only: what ships must not carry it.';
  }
  if (room.mayImport === 'anything') return null;
  if (ROOMS[to].mayImport === 'anything') {
    // The outside world is there to be tested against.
    if (to === '@comet/sandbox' && isTest(importer)) return null;
    return `${ROOMS[to].folder}/ stands around the product: nothing that ships may import it.`;
  }
  const door = DOORS[specifier];
  if (door !== undefined && !door.rooms.includes(room.folder)) return door.reason;
  if (room.mayImport.includes(to.slice('@comet/'.length))) return null;
  return `${room.folder} may not import ${ROOMS[to].folder}. ${room.reason}`;
}
