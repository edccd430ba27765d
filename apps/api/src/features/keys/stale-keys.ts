import type { Database } from '../../platform/database/database.ts';
import type { Fingerprints } from '../../platform/keys/keys.ts';
import { isAhead } from './compare-keys.ts';
import { recordedFingerprints } from './fingerprints.store.ts';
import { keyFiles, rotatingKeys } from '../../platform/keys/keys.ts';

/** Compares the keys that a process has loaded with those that the database records now. */
export async function staleKeys(
  db: Database,
  loaded: Fingerprints,
): Promise<{ readonly problem: string | null; readonly isOther: boolean }> {
  const recorded = await recordedFingerprints(db);
  const different = keyFiles.filter((file) => loaded.get(file) !== recorded.get(file));
  if (different.length === 0) return { problem: null, isOther: false };
  // The recorded keys are ahead of the loaded ones: the same comparison from the other side.
  const rotated = rotatingKeys
    .filter((name) => isAhead(name, recorded, loaded))
    .flatMap((name) => [`${name}.pem`, `${name}-next.pem`]);
  if (different.every((file) => rotated.includes(file)))
    return { problem: `${different.join(', ')} were rotated: restart this process`, isOther: false };
  return { problem: 'The loaded keys are not those of this database', isOther: true };
}
