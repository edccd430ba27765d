import { posix } from 'node:path';

/** A room of the house: the folder, the rooms it may import, and the sentence that a refusal ends with. */
interface Room {
  readonly folder: string;
  readonly mayImport: readonly string[] | 'anything';
  readonly reason: string;
}

const APART = 'Apps share nothing but packages, so that each can be deployed and read alone.';
const LEAF = 'It is a foundation stone: everything may stand on it, so it stands on nothing of ours.';
const VOCABULARY =
  'It is a vocabulary that both ends of a conversation load, so it drags nothing else along.';
const SCAFFOLD = 'It composes the whole service, so it may see everything.';

/** Every room by package name. House rules in one table: importer, what it may import, and why not more. */
const ROOMS: Readonly<Record<string, Room>> = {
  '@comet/foundation': { folder: 'packages/foundation', mayImport: [], reason: LEAF },
  '@comet/ui': {
    folder: 'packages/ui',
    mayImport: [],
    reason: 'Components know no product, so that every app can use them.',
  },
  '@comet/contract': { folder: 'packages/contract', mayImport: ['foundation'], reason: VOCABULARY },
  '@comet/tunnel-protocol': {
    folder: 'packages/tunnel-protocol',
    mayImport: ['foundation'],
    reason: VOCABULARY,
  },
  '@comet/tunnel-config': { folder: 'packages/tunnel-config', mayImport: ['foundation'], reason: VOCABULARY },
  '@comet/admission': { folder: 'packages/admission', mayImport: ['foundation'], reason: VOCABULARY },
  '@comet/linux-network': {
    folder: 'packages/linux-network',
    mayImport: ['foundation'],
    reason: 'It speaks to the kernel and knows no product.',
  },
  '@comet/client': {
    folder: 'packages/client',
    mayImport: ['contract', 'foundation'],
    reason: 'The caller is made from the contract and from nothing else.',
  },
  '@comet/texts': {
    folder: 'packages/texts',
    mayImport: ['contract', 'tunnel-protocol'],
    reason: 'Sentences are keyed by the codes of the contract and of the tunnel protocol, and need no more.',
  },
  '@comet/testing': {
    folder: 'packages/testing',
    mayImport: ['contract', 'foundation'],
    reason: 'Every room may test with it, so it must not depend on the rooms it tests.',
  },
  '@comet/api': {
    folder: 'apps/api',
    mayImport: ['contract', 'admission', 'tunnel-config', 'texts', 'foundation'],
    reason: APART,
  },
  '@comet/gateway': {
    folder: 'apps/gateway',
    mayImport: ['client', 'contract', 'admission', 'linux-network', 'tunnel-config', 'foundation'],
    reason: APART,
  },
  '@comet/exit': {
    folder: 'apps/exit',
    mayImport: ['client', 'contract', 'admission', 'linux-network', 'texts', 'foundation'],
    reason: APART,
  },
  '@comet/daemon': {
    folder: 'apps/daemon',
    mayImport: [
      'tunnel-protocol',
      'tunnel-config',
      'linux-network',
      'admission',
      'client',
      'contract',
      'texts',
      'foundation',
    ],
    reason: APART,
  },
  '@comet/dashboard': {
    folder: 'apps/dashboard',
    mayImport: ['client', 'contract', 'texts', 'ui', 'tunnel-config', 'foundation'],
    reason: APART,
  },
  '@comet/site': {
    folder: 'apps/site',
    mayImport: ['client', 'contract', 'texts', 'ui', 'foundation'],
    reason: APART,
  },
  '@comet/desktop-ui': {
    folder: 'apps/desktop/ui',
    mayImport: ['tunnel-protocol', 'texts', 'ui', 'foundation'],
    reason: 'The window shows what the daemon knows and has no way to the network of its own.',
  },
  '@comet/sandbox': { folder: 'sandbox', mayImport: 'anything', reason: SCAFFOLD },
  '@comet/lab': { folder: 'lab', mayImport: 'anything', reason: SCAFFOLD },
  '@comet/stack': { folder: 'stack', mayImport: 'anything', reason: SCAFFOLD },
  '@comet/e2e': { folder: 'e2e', mayImport: 'anything', reason: SCAFFOLD },
  '@comet/bench': { folder: 'bench', mayImport: 'anything', reason: SCAFFOLD },
};

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
  return to === undefined || to === from ? null : refuseBetween(importer, from, to);
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

function refuseBetween(importer: string, from: string, to: string): string | null {
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
  if (room.mayImport.includes(to.slice('@comet/'.length))) return null;
  return `${room.folder} may not import ${ROOMS[to].folder}. ${room.reason}`;
}
