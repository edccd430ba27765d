import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { type ArchivedEntry, type LedgerSum, sumsOf } from './archived-entries.ts';

/** Held while entries move, and shared by bookings of late movements, so that one is never booked beside its archived entry. */
const archiveLock = 0x6c656467;

/** A file of entries that were booked in one month (UTC). */
export interface Archive {
  readonly id: string;
  readonly key: string;
  readonly sha256: Buffer;
}

const entryColumns = [
  ...['id', 'provider', 'kind', 'reference', 'product', 'amount', 'tax', 'currency'],
  ...['happenedAt', 'bookedAt'],
] as const;

/** Returns the oldest entries of removed accounts that were booked before `before`, all of one month, in the order of their booking. */
export async function oldestEntries(
  db: Database,
  before: Date,
  limit: number,
): Promise<readonly ArchivedEntry[]> {
  const entries = db
    .selectFrom('ledgerEntries')
    .select([...entryColumns] as 'id'[])
    .where('orderId', 'is', null)
    .orderBy('bookedAt')
    .orderBy('id')
    .$castTo<ArchivedEntry>();
  const [oldest] = await entries.where('bookedAt', '<', before).limit(1).execute();
  if (oldest === undefined) return [];
  const { bookedAt } = oldest;
  const nextMonth = new Date(Date.UTC(bookedAt.getUTCFullYear(), bookedAt.getUTCMonth() + 1, 1));
  return entries.where('bookedAt', '<', nextMonth).limit(limit).execute();
}

/** Records a file before it is written, so that an interrupted move can be cleaned up. */
export async function beginArchive(
  db: Database,
  archive: Omit<Archive, 'id'> & { readonly month: string; readonly entries: number; readonly now: Date },
): Promise<string> {
  const { now, ...rest } = archive;
  const { id } = await db
    .insertInto('ledgerArchives')
    .values({ ...rest, startedAt: now, movedAt: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Moves entries into the file that was verified: deletes them and stores the file's sums and their references, in one transaction. Throws,
 * and changes nothing, where an entry differs from that of the file, or the file was cleaned up meanwhile.
 */
export async function finishArchive(
  db: Database,
  id: string,
  entries: readonly ArchivedEntry[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${archiveLock})`.execute(trx);
    const { numUpdatedRows } = await trx
      .updateTable('ledgerArchives')
      .set({ movedAt: now })
      .where('id', '=', id)
      .where('movedAt', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Error('Another process has cleaned up the file');
    const ids = entries.map((entry) => entry.id);
    const removed = await trx
      .deleteFrom('ledgerEntries')
      .where('id', '=', sql<string>`any(${sql.val(ids)}::uuid[])`)
      .where('orderId', 'is', null)
      .returning([...entryColumns] as 'id'[])
      .$castTo<ArchivedEntry>()
      .execute();
    requireSame(entries, removed);
    const sums = sumsOf(entries).map((sum) => ({ ...sum, archiveId: id }));
    await trx.insertInto('ledgerArchiveSums').values(sums).execute();
    await insertReferences(trx, id, entries);
  });
}

function requireSame(file: readonly ArchivedEntry[], removed: readonly ArchivedEntry[]): void {
  const sums = (entries: readonly ArchivedEntry[]) => JSON.stringify(sumsOf(entries));
  if (file.length !== removed.length || sums(file) !== sums(removed))
    throw new Error('The number or the sums of the entries differ from those in the file');
  const lines = (entries: readonly ArchivedEntry[]) =>
    entries.map((entry) => JSON.stringify(entryColumns.map((column) => entry[column]))).toSorted();
  const expected = lines(file);
  if (lines(removed).some((line, index) => line !== expected[index]))
    throw new Error('An entry differs from that in the file');
}

async function insertReferences(
  trx: DatabaseTransaction,
  id: string,
  entries: readonly ArchivedEntry[],
): Promise<void> {
  const column = (of: 'provider' | 'kind' | 'reference' | 'product') =>
    sql.val(entries.map((entry) => entry[of]));
  await sql`
    insert into archived_references (provider, kind, reference, product, archive_id)
    select provider, kind, reference, product, ${id}
    from unnest(${column('provider')}::text[], ${column('kind')}::text[], ${column('reference')}::text[], ${column('product')}::text[])
      as entry (provider, kind, reference, product)
    where reference is not null`.execute(trx);
}

/**
 * Returns the product of an archived payment, by the reference that its entry has, and null without one. The transaction then excludes moves
 * until it ends.
 */
export async function archivedProduct(
  trx: DatabaseTransaction,
  { provider, reference }: { readonly provider: string; readonly reference: string },
): Promise<string | null> {
  await sql`select pg_advisory_xact_lock_shared(${archiveLock})`.execute(trx);
  const found = await trx
    .selectFrom('archivedReferences')
    .select('product')
    .where('provider', '=', provider)
    .where('kind', '=', 'payment')
    .where('reference', '=', reference)
    .executeTakeFirst();
  return found?.product ?? null;
}

/** Returns which of the entries are archived, as `kind reference`. Call it after `archivedProduct`. */
export async function archivedAmong(
  trx: DatabaseTransaction,
  provider: string,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('archivedReferences')
    .select(['kind', 'reference'])
    .where('provider', '=', provider)
    .where('reference', 'in', [...references])
    .execute();
  return new Set(rows.map(({ kind, reference }) => `${kind} ${reference}`));
}

/** The month (UTC) of a sum: `2024-03`. */
export type MonthlySum = LedgerSum & { readonly month: string };

/** Returns, of one moment, the sums of the entries in the database and the files of entries, from a month to another one, both inclusive. */
export function ledgerOf(
  db: Database,
  { from, to, keptFrom }: { readonly from: string; readonly to: string; readonly keptFrom: string },
): Promise<{ readonly sums: readonly MonthlySum[]; readonly archives: readonly Archive[] }> {
  const start = `${from}-01`;
  const end = sql`(${`${to}-01`}::date + interval '1 month')`;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<MonthlySum>`
        select to_char(booked_at at time zone 'UTC', 'YYYY-MM') as month, provider, kind, currency,
          count(*) as entries, sum(amount)::bigint as amount, sum(tax)::bigint as tax
        from ledger_entries
        where booked_at >= ${start}::timestamp at time zone 'UTC' and booked_at < ${end} at time zone 'UTC'
        group by 1, 2, 3, 4`.execute(trx);
      const archives = await trx
        .selectFrom('ledgerArchives')
        .select(['id', 'key', 'sha256'])
        .where('movedAt', 'is not', null)
        .where('month', '>=', sql<Date>`greatest(${start}::date, ${keptFrom}::date)`)
        .where('month', '<', sql<Date>`${end}`)
        .orderBy('month')
        .orderBy('key')
        .execute();
      return { sums: rows, archives };
    });
}

/** How long a move takes at most, in ms. */
const movingMs = 10 * 60_000;

/** Which files are deleted: those of moves that were interrupted, and those of months before `before`. */
interface Obsolete {
  readonly now: Date;
  /** `2016-01-01`. */
  readonly before: string;
}

/**
 * Deletes one obsolete file by `remove`, with its sums and references, while its row is locked: a move that still runs then fails. Returns
 * whether there was one.
 */
export function deleteArchive(
  db: Database,
  { now, before }: Obsolete,
  remove: (key: string) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('ledgerArchives')
      .select(['id', 'key'])
      .where((of) =>
        of.or([
          of.and([of('movedAt', 'is', null), of('startedAt', '<', new Date(now.getTime() - movingMs))]),
          of('month', '<', sql<Date>`${before}::date`),
        ]),
      )
      .orderBy('month')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (found === undefined) return false;
    await remove(found.key);
    await trx.deleteFrom('ledgerArchives').where('id', '=', found.id).execute();
    return true;
  });
}
