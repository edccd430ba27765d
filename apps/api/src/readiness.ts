import type { Database } from './platform/database/database.ts';
import { isDatabaseReadOnly } from './platform/database/failures.ts';
import { thisRelease } from './platform/database/migrate.ts';
import { cacheFor, requireWritableDatabase } from './platform/database/readiness.ts';
import { readSchemaState, wrongSchema } from './platform/database/schema-version.ts';
import type { Readiness } from './platform/http/observability/probes.ts';
import { staleKeys } from './features/keys/index.ts';
import type { Keys } from './platform/keys/keys.ts';

const unknown = 'unknown without the database';

/**
 * Returns the check of `/readyz`: whether the database responds, has the schema of this release, accepts writes, and was used with the keys
 * that this process has loaded. Keys that were rotated since are reported and do not make the process unready, since every replica has them.
 */
export function createReadiness({
  db,
  keys,
}: {
  readonly db: Database;
  readonly keys: Pick<Keys, 'fingerprints'>;
}): () => Promise<Readiness> {
  // The same interval as a load balancer's health check: the check writes to the database.
  const canWrite = cacheFor(5_000, () => requireWritableDatabase(db).then(() => true));
  return async () => {
    try {
      const schema = wrongSchema(await readSchemaState(db.withoutPlugins(), thisRelease)) ?? 'ok';
      if (schema !== 'ok')
        return notReady({ database: 'ok', schema, writes: 'not checked', keys: 'not checked' });
      const writes = await canWrite().then(
        () => 'ok',
        (error: unknown) => {
          if (isDatabaseReadOnly(error))
            return 'The database cannot write: its disk is full, or it is read-only';
          throw error;
        },
      );
      const { problem, isOther } = await staleKeys(db, keys.fingerprints);
      const checks = { database: 'ok', schema, writes, keys: problem ?? 'ok' };
      return writes === 'ok' && !isOther ? { isReady: true, checks } : notReady(checks);
    } catch {
      return notReady({
        database: 'The database does not respond',
        schema: unknown,
        writes: unknown,
        keys: unknown,
      });
    }
  };
}

const notReady = (checks: Readiness['checks']): Readiness => ({ isReady: false, checks });
