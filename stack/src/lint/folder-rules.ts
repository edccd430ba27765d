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
export const ROOMS: Readonly<Record<string, Room>> = {
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

/** Doors of a room that few of those may use which may enter it: the rooms, and the sentence that a refusal is. */
export const DOORS: Readonly<Record<string, { readonly rooms: readonly string[]; readonly reason: string }>> =
  {
    '@comet/foundation/state-file': {
      rooms: ['apps/gateway', 'apps/exit'],
      reason:
        'It is for agents, which have a disk: a browser cannot load it, and the daemon has files of its own.',
    },
  };
