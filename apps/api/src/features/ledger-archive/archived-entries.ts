import { parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import * as z from 'zod/mini';

const text = z.string();
const bigint = z.pipe(z.bigint(), z.transform(Number));

/** An entry of the ledger without a link to an account, as a row of a Parquet file. Amounts are in the minor unit, tax included. */
const archivedEntry = z.object({
  id: text,
  provider: z.enum(['paddle', 'coingate']),
  kind: z.enum(['payment', 'refund', 'chargeback', 'chargeback_reversal']),
  reference: z.nullable(text),
  product: text,
  amount: bigint,
  tax: bigint,
  currency: text,
  happenedAt: z.date(),
  bookedAt: z.date(),
});

export type ArchivedEntry = z.infer<typeof archivedEntry>;

/** The columns of the file, named as in the database, in order. Times are UTC, in milliseconds. */
const columns = [
  { name: 'id', type: 'STRING', of: 'id' },
  { name: 'provider', type: 'STRING', of: 'provider' },
  { name: 'kind', type: 'STRING', of: 'kind' },
  { name: 'reference', type: 'STRING', of: 'reference' },
  { name: 'product', type: 'STRING', of: 'product' },
  { name: 'amount', type: 'INT64', of: 'amount' },
  { name: 'tax', type: 'INT64', of: 'tax' },
  { name: 'currency', type: 'STRING', of: 'currency' },
  { name: 'happened_at', type: 'TIMESTAMP', of: 'happenedAt' },
  { name: 'booked_at', type: 'TIMESTAMP', of: 'bookedAt' },
] as const;

/** Writes entries as a Parquet file, compressed with Snappy. The same entries in the same order give the same bytes. */
export function writeEntries(entries: readonly ArchivedEntry[]): Buffer {
  const file = parquetWriteBuffer({
    columnData: columns.map(({ name, type, of }) => ({
      ...{ name, type, nullable: of === 'reference' },
      data: entries.map((entry) => (of === 'amount' || of === 'tax' ? BigInt(entry[of]) : entry[of])),
    })),
    createdBy: 'comet',
  });
  return Buffer.from(file);
}

/** Reads the entries of a Parquet file that `writeEntries` wrote; throws for another file. */
export async function readEntries(file: Uint8Array): Promise<readonly ArchivedEntry[]> {
  const bytes = new Uint8Array(file);
  const rows = await parquetReadObjects({ file: bytes.buffer });
  return rows.map((row) =>
    z.parse(archivedEntry, Object.fromEntries(columns.map(({ name, of }) => [of, row[name] ?? null]))),
  );
}

/** Sums of entries in the minor unit. */
export interface LedgerSum {
  readonly provider: string;
  readonly kind: string;
  readonly currency: string;
  readonly entries: number;
  readonly amount: number;
  readonly tax: number;
}

/** Adds up by `keyOf`, in the order of the keys; the fields of the key are those of the first one. */
export function addUp<Sum extends LedgerSum>(
  sums: readonly Sum[],
  keyOf: (sum: Sum) => readonly string[],
): readonly Sum[] {
  const groups = Map.groupBy(sums, (sum) => keyOf(sum).join('\t'));
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      if (first === undefined) return [];
      const total = (of: 'entries' | 'amount' | 'tax') => group.reduce((sum, one) => sum + one[of], 0);
      return [{ ...first, entries: total('entries'), amount: total('amount'), tax: total('tax') }];
    });
}

/** Returns the sums of entries by provider, kind and currency. */
export function sumsOf(entries: readonly ArchivedEntry[]): readonly LedgerSum[] {
  return addUp(
    entries.map(({ provider, kind, currency, amount, tax }) => ({
      ...{ provider, kind, currency, entries: 1, amount, tax },
    })),
    ({ provider, kind, currency }) => [provider, kind, currency],
  );
}
