import type { Clock } from '@comet/foundation';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Database } from '../../platform/database/database.ts';
import { type CommandArguments, dollars, readArguments, table } from '../operator-commands/index.ts';
import { addUp } from './archived-entries.ts';
import { ledgerOf, type MonthlySum } from './archives.store.ts';
import { keptFrom, readArchive } from './move-entries.ts';

interface LedgerDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Null without a folder or bucket. */
  readonly store: BlobStore | null;
}

const earliest = '2000-01';

/**
 * Runs `ledger [--from 2024-01] [--to 2024-12] [--json]`: sums of the ledger by month of booking (UTC), provider, kind and currency, of the
 * entries in the database and of those in the archive.
 */
export async function ledgerCommand(deps: LedgerDeps, args: CommandArguments): Promise<string> {
  const { options, flags } = readArguments(args, {
    ...{ positions: [], options: ['from', 'to'], flags: ['json'] },
  });
  const from = readMonth(options.from ?? earliest);
  const to = readMonth(options.to ?? deps.clock.now().toISOString().slice(0, 7));
  const sums = await ledgerSums(deps, { from, to });
  if (flags.has('json')) return JSON.stringify(sums, null, 2);
  return table(
    ['month', 'provider', 'kind', 'currency', 'entries', 'amount', 'tax'],
    sums.map(({ month, provider, kind, currency, entries, amount, tax }) => [
      ...[month, provider, kind, currency, String(entries), dollars(amount), dollars(tax)],
    ]),
  );
}

/** Returns the sums of the ledger by month, provider, kind and currency. Throws where a file of the archive is missing or was changed. */
async function ledgerSums(
  { db, clock, store }: LedgerDeps,
  months: { readonly from: string; readonly to: string },
): Promise<readonly MonthlySum[]> {
  const { sums, archives } = await ledgerOf(db, { ...months, keptFrom: keptFrom(clock.now()) });
  if (archives.length > 0 && store === null)
    throw new Error(
      `${archives.length} files of the ledger are in an archive: set LEDGER_ARCHIVE_DIR or S3_BUCKET_URL as on the machine that wrote them`,
    );
  let total: readonly MonthlySum[] = sums;
  for (const archive of archives) {
    const entries = store === null ? [] : await readArchive(store, archive);
    const archived = entries.map(({ provider, kind, currency, amount, tax, bookedAt }) => ({
      ...{ month: bookedAt.toISOString().slice(0, 7), provider, kind, currency, entries: 1, amount, tax },
    }));
    total = addUp([...total, ...archived], keyOf);
  }
  return addUp(total, keyOf);
}

const keyOf = ({ month, provider, kind, currency }: MonthlySum) => [month, provider, kind, currency];

function readMonth(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new Error(`Not a month: ${text}. Use one like 2024-03`);
  return text;
}
