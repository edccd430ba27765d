import { keyFiles, type RotatingKey, rotatingKeys } from '../../platform/keys/keys.ts';
import { readKeyFolder } from '../../platform/keys/key-folder.ts';
import { readArguments, table, type CommandArguments } from '../operator-commands/index.ts';
import { initKeys, type KeysCommandDeps, replaceLostKeys, rotateKey } from './change-keys.ts';
import { fingerprintsOf } from './compare-keys.ts';
import { exportKeys, type Imported, importKeys, requireNewFile } from './export-keys.ts';
import { recordedFingerprints } from './fingerprints.store.ts';
import { type KeysDeps, openKeys } from './open-keys.ts';
import { readPassphrase } from './passphrase.ts';

/** Runs `keys init|show|check|export|import|rotate|replace-lost` on the files in `KEYS_DIR` and their fingerprints in the database. */
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
    case 'export': {
      const { named, options } = readArguments(args, { positions: ['FILE'], options: ['passphrase'] });
      const [file = ''] = named;
      await exportKeys(deps, file, await readPassphrase(options.passphrase));
      return `Exported ${keyFiles.length} keys to ${file}, encrypted. Keep the passphrase elsewhere.`;
    }
    case 'import': {
      const { named, options } = readArguments(args, { positions: ['FILE'], options: ['passphrase'] });
      const done = await importKeys(deps, named[0] ?? '', await readPassphrase(options.passphrase));
      return importResults[done](folder);
    }
    case 'rotate': {
      const { named, options } = readArguments(args, {
        positions: ['NAME'],
        options: ['export', 'passphrase'],
      });
      const [name = ''] = named;
      if (!isRotating(name)) throw new Error(`Choose one of ${rotatingKeys.join(', ')}`);
      return rotate(deps, name, options);
    }
    case 'replace-lost': {
      readArguments(args, none);
      const lost = await replaceLostKeys(deps);
      return `Created ${lost.join(', ')} again; anything signed with the lost ones is invalid. Copy ${folder} to every replica and into the backup, then restart the API.`;
    }
    default:
      throw new Error(
        'Use keys init, keys show, keys check, keys export FILE, keys import FILE, keys rotate NAME, or keys replace-lost',
      );
  }
}

const importResults: Readonly<Record<Imported, (folder: string) => string>> = {
  created: (folder) => `Created ${keyFiles.length} keys in ${folder} from the bundle.`,
  updated: (folder) => `Replaced the rotated keys in ${folder}. Restart the API.`,
  unchanged: (folder) => `The keys in ${folder} are those of the bundle: nothing was changed.`,
};

/** Rotates a key; with `export`, writes the new keys into a bundle for the other replicas and the backup. */
async function rotate(
  deps: KeysCommandDeps,
  name: RotatingKey,
  options: { readonly export?: string; readonly passphrase?: string },
): Promise<string> {
  // Wrong arguments are reported before anything is changed.
  if (options.export !== undefined) await requireNewFile(options.export);
  const passphrase = options.export === undefined ? null : await readPassphrase(options.passphrase);
  await rotateKey(deps, name);
  const rotated = `${name}.pem is now the key that was next.`;
  if (options.export === undefined || passphrase === null)
    return `${rotated} Copy ${deps.folder} to every replica and into the backup, then restart the API.`;
  await exportKeys(deps, options.export, passphrase);
  return `${rotated} Import ${options.export} on every replica with keys import, keep it as the backup, and restart the API.`;
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
