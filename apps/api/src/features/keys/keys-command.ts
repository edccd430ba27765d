import { keyFiles, type RotatingKey, rotatingKeys } from '../../platform/keys/keys.ts';
import { readKeyFolder } from '../../platform/keys/key-folder.ts';
import { readArguments, table, type CommandArguments } from '../operator/index.ts';
import { initKeys, type KeysCommandDeps, replaceLostKeys, rotateKey } from './change-keys.ts';
import { fingerprintsOf } from './compare-keys.ts';
import { recordedFingerprints } from './fingerprints.store.ts';
import { type KeysDeps, openKeys } from './open-keys.ts';

/** Runs `keys init|show|check|rotate|replace-lost` on the files in `KEYS_DIR` and their fingerprints in the database. */
export async function keysCommand(
  deps: KeysCommandDeps & Pick<KeysDeps, 'log'>,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  const { folder } = deps;
  const none = { positions: [], options: [] } as const;
  switch (verb) {
    case 'init':
      readArguments(args, none);
      await initKeys(deps);
      return `Created ${keyFiles.length} keys in ${folder}. Back it up now, encrypted: the keys can’t be recreated.`;
    case 'show':
      readArguments(args, none);
      return showKeys(deps);
    case 'check':
      readArguments(args, none);
      await openKeys(deps);
      return `The keys in ${folder} match this database.`;
    case 'rotate': {
      const [name = ''] = readArguments(args, { positions: ['NAME'], options: [] }).named;
      if (!isRotating(name)) throw new Error(`Choose one of ${rotatingKeys.join(', ')}`);
      await rotateKey(deps, name);
      return `${name}.pem is now the key that was next. Copy ${folder} to every replica and into the backup, then restart the API.`;
    }
    case 'replace-lost': {
      readArguments(args, none);
      const lost = await replaceLostKeys(deps);
      return `Created ${lost.join(', ')} again; anything signed with the lost ones is invalid. Copy ${folder} to every replica and into the backup, then restart the API.`;
    }
    default:
      throw new Error('Use keys init, keys show, keys check, keys rotate NAME, or keys replace-lost');
  }
}

const isRotating = (name: string): name is RotatingKey => rotatingKeys.some((one) => one === name);

async function showKeys({ db, folder }: KeysCommandDeps): Promise<string> {
  const found = fingerprintsOf(folder, await readKeyFolder(folder));
  const recorded = await recordedFingerprints(db);
  return table(
    ['key', 'fingerprint', 'state'],
    keyFiles.map((file) => {
      const own = found.get(file);
      const known = recorded.get(file);
      const state = own === undefined ? 'missing' : known === undefined ? 'not recorded' : 'different';
      return [file, own ?? known ?? '-', own !== undefined && own === known ? 'in use' : state];
    }),
  );
}
