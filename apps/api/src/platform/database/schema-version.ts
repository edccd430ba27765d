import { type QueryExecutorProvider, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A step of the schema. apps/api/test/migrations checks each: the earlier release must run on the result. */
export interface SchemaMigration extends Migration {
  /** Where it removes what earlier code used: the last migration of the release since which no code uses it. */
  readonly contracts?: string;
  /** False for `create index concurrently` and for batches of rows, which are committed one by one; it can be repeated after a failure. */
  readonly runsInTransaction?: boolean;
}

/** The migrations that a release contains, and the release whose code still runs on the result. */
export interface Release {
  /** By name, in order; the name of the last one is the version of the schema. */
  readonly migrations: Readonly<Record<string, SchemaMigration>>;
  /** The last migration of the oldest release that runs on this schema. */
  readonly runsFrom: string;
}

/** The database's schema as seen by a release. */
export interface SchemaState {
  /** The last applied migration; null in a new database. */
  readonly version: string | null;
  /** The version that the release needs. */
  readonly needed: string;
  /** Migrations of the release that are not applied, in order. */
  readonly missing: readonly string[];
  /** Applied migrations that the release does not contain, in order. */
  readonly newer: readonly string[];
  /** Whether this release may run on a newer schema. */
  readonly isSupported: boolean;
}

/** The schema cannot be used by this release: the message is one sentence for the operator with both versions and what to do. */
export class WrongSchema extends Error {}

const tableExists = async (db: QueryExecutorProvider, name: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(
    db,
  );
  return rows[0]?.found === true;
};

/** Returns the state of the schema; it only reads. `db` has no plugins. */
export async function readSchemaState(db: QueryExecutorProvider, release: Release): Promise<SchemaState> {
  const own = Object.keys(release.migrations);
  const applied = (await tableExists(db, 'kysely_migration'))
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
        ({ name }) => name,
      )
    : [];
  const newer = applied.filter((name) => !own.includes(name));
  return {
    version: applied.at(-1) ?? null,
    needed: own.at(-1) ?? '',
    missing: own.filter((name) => !applied.includes(name)),
    newer,
    isSupported: newer.length === 0 || own.includes((await readRunsFrom(db)) ?? ''),
  };
}

async function readRunsFrom(db: QueryExecutorProvider): Promise<string | null> {
  if (!(await tableExists(db, 'schema_compatibility'))) return null;
  const { rows } = await sql<{ runs_from: string }>`select runs_from from schema_compatibility`.execute(db);
  return rows[0]?.runs_from ?? null;
}

/** Records which release runs on the schema, for the `migrate` and `serve` of older releases. */
export async function recordRunsFrom(db: QueryExecutorProvider, { runsFrom }: Release): Promise<void> {
  if (!(await tableExists(db, 'schema_compatibility'))) return;
  await sql`
    insert into schema_compatibility (runs_from) values (${runsFrom})
    on conflict (only_row) do update set runs_from = excluded.runs_from
    where schema_compatibility.runs_from <> excluded.runs_from`.execute(db);
}

/** Returns one sentence with both versions if a release must not run on this schema, else null. */
export function wrongSchema(state: SchemaState): string | null {
  const { version, needed, missing, newer, isSupported } = state;
  if (missing.length > 0 && newer.length > 0)
    return `The database's schema has migrations of another release (${newer.join(', ')}) and lacks ${missing.join(', ')} of this one: install the release that made it, or restore the database`;
  if (version === null)
    return `The database has no schema and this release needs ${needed}: run the command migrate`;
  if (missing.length > 0)
    return `The database's schema is at version ${version} and this release needs ${needed} (${missing.length} missing): run the command migrate`;
  if (!isSupported)
    return `The database's schema is at version ${version}, newer than the ${needed} of this release, which cannot run on it: install a newer release`;
  return null;
}
