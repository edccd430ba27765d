/** Which packages of this repository one package may import. `reason` ends the message of a violation. */
interface FolderRule {
  readonly folder: string;
  readonly mayImport: readonly string[] | 'anything';
  readonly reason: string;
}

const APPS_ARE_SEPARATE =
  'Apps share nothing but packages, so that each can be deployed and read separately.';
const NO_OWN_IMPORTS = 'Everything may import it, so it imports nothing of ours.';
const PROTOCOL = 'Both ends of a protocol load it, so it has no other dependencies.';
const DEVELOPMENT_ONLY = 'It composes the whole service, so it may see everything.';

/** The rule of every package, by its name. docs/architecture.md has the same table. */
export const FOLDER_RULES: Readonly<Record<string, FolderRule>> = {
  '@comet/foundation': { folder: 'packages/foundation', mayImport: [], reason: NO_OWN_IMPORTS },
  '@comet/ui': {
    folder: 'packages/ui',
    mayImport: [],
    reason: 'Components have no product knowledge, so that every app can use them.',
  },
  '@comet/contract': { folder: 'packages/contract', mayImport: ['foundation'], reason: PROTOCOL },
  '@comet/tunnel-protocol': {
    folder: 'packages/tunnel-protocol',
    mayImport: ['foundation'],
    reason: PROTOCOL,
  },
  '@comet/tunnel-config': { folder: 'packages/tunnel-config', mayImport: ['foundation'], reason: PROTOCOL },
  '@comet/admission': { folder: 'packages/admission', mayImport: ['foundation'], reason: PROTOCOL },
  '@comet/linux-network': {
    folder: 'packages/linux-network',
    mayImport: ['foundation'],
    reason: 'It configures the kernel and has no product knowledge.',
  },
  '@comet/observability': {
    folder: 'packages/observability',
    mayImport: ['foundation'],
    reason: 'Every service exports its figures with it, so it has no product knowledge.',
  },
  '@comet/client': {
    folder: 'packages/client',
    mayImport: ['contract', 'foundation'],
    reason: 'The client is derived from the contract alone.',
  },
  '@comet/texts': {
    folder: 'packages/texts',
    mayImport: ['contract', 'tunnel-protocol'],
    reason: 'Sentences are keyed by the codes of the contract and of the tunnel protocol, and need no more.',
  },
  '@comet/testing': {
    folder: 'packages/testing',
    mayImport: ['contract', 'foundation'],
    reason: 'Every package may test with it, so it must not depend on the packages that it tests.',
  },
  '@comet/api': {
    folder: 'apps/api',
    mayImport: ['contract', 'admission', 'observability', 'tunnel-config', 'texts', 'foundation'],
    reason: APPS_ARE_SEPARATE,
  },
  '@comet/gateway': {
    folder: 'apps/gateway',
    mayImport: [
      'client',
      'contract',
      'admission',
      'linux-network',
      'observability',
      'tunnel-config',
      'foundation',
    ],
    reason: APPS_ARE_SEPARATE,
  },
  '@comet/exit': {
    folder: 'apps/exit',
    mayImport: ['client', 'contract', 'admission', 'linux-network', 'observability', 'texts', 'foundation'],
    reason: APPS_ARE_SEPARATE,
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
    reason: APPS_ARE_SEPARATE,
  },
  '@comet/dashboard': {
    folder: 'apps/dashboard',
    mayImport: ['client', 'contract', 'texts', 'ui', 'tunnel-config', 'foundation'],
    reason: APPS_ARE_SEPARATE,
  },
  '@comet/site': {
    folder: 'apps/site',
    mayImport: ['client', 'contract', 'texts', 'ui', 'foundation'],
    reason: APPS_ARE_SEPARATE,
  },
  '@comet/desktop-ui': {
    folder: 'apps/desktop/ui',
    mayImport: ['tunnel-protocol', 'texts', 'ui', 'foundation'],
    reason: 'The window shows the state of the daemon and has no network access of its own.',
  },
  '@comet/sandbox': { folder: 'sandbox', mayImport: 'anything', reason: DEVELOPMENT_ONLY },
  '@comet/lab': { folder: 'lab', mayImport: 'anything', reason: DEVELOPMENT_ONLY },
  '@comet/stack': { folder: 'stack', mayImport: 'anything', reason: DEVELOPMENT_ONLY },
  '@comet/e2e': { folder: 'e2e', mayImport: 'anything', reason: DEVELOPMENT_ONLY },
  '@comet/bench': { folder: 'bench', mayImport: 'anything', reason: DEVELOPMENT_ONLY },
};

/** Exports that only some folders may import, and the message of a violation. */
export const RESTRICTED_EXPORTS: Readonly<
  Record<string, { readonly folders: readonly string[]; readonly reason: string }>
> = {
  '@comet/foundation/environment-sources': {
    folders: ['apps/api', 'apps/gateway', 'apps/exit'],
    reason: 'It reads files: a browser cannot load it, and the daemon reads its variables without zod.',
  },
  '@comet/foundation/state-file': {
    folders: ['apps/api', 'apps/gateway', 'apps/exit'],
    reason: 'It writes files: a browser cannot load it, and the daemon has its own file writer.',
  },
};

/**
 * Apps whose folders form layers: the app's source folder, with its layers from the lowest to the highest. A folder imports only from lower
 * layers, so that a change of a higher layer cannot break a lower one. Files directly in the source folder may import all of them.
 */
export const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'apps/daemon/src': [
    ['model'],
    ['platform'],
    ['gateways'],
    ['tickets'],
    ['tunnel'],
    ['account', 'check', 'names', 'networks', 'proxy', 'report', 'split', 'statistics', 'updates'],
    ['portal', 'routes'],
    ['rpc', 'command-line'],
  ],
};
