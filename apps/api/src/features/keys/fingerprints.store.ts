import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { type Fingerprints, keyFiles } from '../../platform/keys/keys.ts';
import { WrongKeys } from '../../platform/keys/key-folder.ts';

const undefinedTable = '42P01';

/** Serialises creating, adopting and replacing keys of a database. */
export async function lockKeys(trx: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('keys', 0))`.execute(trx);
}

/** Returns a value that identifies a database among all databases of all servers. */
export async function databaseIdentity(trx: DatabaseTransaction): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || '/' || oid as identity from pg_control_system(), pg_database
    where datname = current_database()`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('The query for the database identity returned no row');
  return row.identity;
}

/** Returns the keys recorded in the database; none before the first were created. */
export async function recordedFingerprints(db: Database | DatabaseTransaction): Promise<Fingerprints> {
  const rows = await db
    .selectFrom('keyFingerprints')
    .select(['file', 'fingerprint'])
    .execute()
    .catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === undefinedTable)) throw error;
      throw new WrongKeys('The database has no tables for this version yet: run migrate first', {
        cause: error,
      });
    });
  return new Map(
    keyFiles.flatMap((file) =>
      rows.flatMap((row) => (row.file === file ? [[file, row.fingerprint] as const] : [])),
    ),
  );
}

/** Stores the fingerprint of each key file; existing ones are replaced. */
export async function recordFingerprints(
  trx: DatabaseTransaction,
  fingerprints: Fingerprints,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('keyFingerprints')
    .values([...fingerprints].map(([file, fingerprint]) => ({ file, fingerprint, recordedAt: now })))
    .onConflict((conflict) =>
      conflict
        .column('file')
        .doUpdateSet((set) => ({
          fingerprint: set.ref('excluded.fingerprint'),
          recordedAt: set.ref('excluded.recordedAt'),
        }))
        .whereRef('keyFingerprints.fingerprint', 'is distinct from', 'excluded.fingerprint'),
    )
    .execute();
}

/** Returns whether the database holds data made with keys: accounts, staff, gateways or providers' endpoints. */
export async function isUsed(db: Database | DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from users) or exists (select from operators) or exists (select from gateways)
      or exists (select from upstreams) as is_used`.execute(db);
  return rows[0]?.isUsed ?? true;
}

/** Returns the first week whose subjects are derived from account keys; it is set once, by a migration. */
export async function accountKeysFrom(db: Database | DatabaseTransaction): Promise<number> {
  const row = await db.selectFrom('gatewayFeed').select('accountKeysFrom').executeTakeFirstOrThrow();
  return row.accountKeysFrom;
}
