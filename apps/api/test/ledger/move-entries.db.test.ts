import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@comet/sandbox';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledgerChecksumsBefore } from '../../src/features/backup/database-checksums.ts';
import { ledgerCommand, moveEntries } from '../../src/features/ledger-archive/index.ts';
import type { BlobStore } from '../../src/platform/blobs/blob-store.ts';
import { storeAt } from '../../src/platform/blobs/open-blob-store.ts';
import { deletionCalls } from '../accounts/deletion-calls.ts';
import { makePopulatedCustomer } from '../accounts/populated-customer.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';
import { adjusted } from '../payments/fake-provider.ts';
import { deliverAndProcess } from '../payments/paid-user.ts';

const bucket = { bucket: 'books', accessKey: 'AKIDEXAMPLE', secretKey: 'secret-of-the-sandbox' };
const dayMs = 24 * 3600 * 1000;
let sandbox: Sandbox;
let under: ApiUnderTest;
let folder: string;
beforeAll(async () => {
  sandbox = await startSandbox({
    ...{ host: '127.0.0.1', port: 0, smtpPort: 0, stateFile: null, objectStorage: bucket },
    paddle: { apiKey: 'key', webhookUrl: 'http://127.0.0.1:1', webhookSecret: 'secret' },
  });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  under = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'comet-ledger-'));
});
afterEach(async () => {
  await under.stop();
  await rm(folder, { recursive: true });
});

const inFolder = () => storeAt({ folder });
const inBucket = () =>
  storeAt({ bucketUrl: `${sandbox.url}/s3/${bucket.bucket}`, region: 'auto', ...bucket });

/** Moves entries after 24 months, in files of at most three entries. */
const move = (store: BlobStore, size = 3) =>
  moveEntries({ ...under.dependencies, ledgerArchive: { store, afterMonths: 24 } }, size);
const ledger = (store: BlobStore | null, ...args: readonly string[]) =>
  ledgerCommand({ ...under.dependencies, store }, args);
const sums = async (store: BlobStore | null) => JSON.parse(await ledger(store, '--json')) as unknown;
const rowsOf = async (table: string) => {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(
    under.dependencies.db,
  );
  return rows[0]?.rows ?? 0;
};

/** Entries of removed accounts, `count` in each month. */
async function addEntries(count: number, ...months: readonly string[]): Promise<void> {
  for (const month of months)
    await sql`
      insert into ledger_entries (provider, kind, reference, product, amount, tax, currency, happened_at, booked_at)
      select case when n % 3 = 0 then 'coingate' else 'paddle' end, case when n % 4 = 0 then 'refund' else 'payment' end,
        case when n = 5 then null else 'gone:' || ${month}::text || n end, 'yearly', (case when n % 4 = 0 then -1 else 1 end) * (1000 + n),
        n, case when n % 2 = 0 then 'USD' else 'EUR' end, ${`${month}-01`}::timestamptz + n * interval '1 hour',
        ${`${month}-01`}::timestamptz + n * interval '1 hour'
      from generate_series(0, ${count - 1}) n`.execute(under.dependencies.db);
}

test.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('moves whole months older than the setting to %s, where the command reads them', async (_name, open) => {
  await addEntries(7, '2024-09', '2024-10', '2024-11', '2026-01');
  const before = await sums(null);
  const text = await ledger(null, '--from', '2024-10', '--to', '2024-11');
  // The clock is in November 2026: October 2024 is the last month that is over for 24 full months.
  expect(await move(open())).toBe(14);
  expect([await rowsOf('ledger_entries'), await rowsOf('ledger_archives')]).toEqual([14, 6]);
  expect(await sums(open())).toEqual(before);
  expect(await ledger(open(), '--from', '2024-10', '--to', '2024-11')).toBe(text);
  expect(text).toContain('2024-10');
  expect(text).not.toContain('2024-09');
  expect(await move(open())).toBe(0);
});

describe('a move that is interrupted loses no entry and leaves none twice', () => {
  /** Fails at a step: `before` or after it has taken effect. */
  const failing = (step: 'put' | 'get', isDone: boolean): BlobStore => {
    const store = inFolder();
    const fail = () => Promise.reject(new Error('the process ended'));
    return {
      ...store,
      [step]: async (key: string, bytes: Uint8Array) => {
        if (isDone) await (step === 'put' ? store.put(key, bytes) : store.get(key));
        return fail();
      },
    };
  };

  test.each([
    ['before its file is written', () => failing('put', false)],
    ['after its file is written', () => failing('put', true)],
    ['before its file is read back', () => failing('get', false)],
    ['after its file is read back', () => failing('get', true)],
  ])('%s', async (_name, store) => {
    await addEntries(7, '2024-09');
    const before = await sums(null);
    await expect(move(store())).rejects.toThrow('the process ended');
    expect(await sums(inFolder())).toEqual(before);
    // The next run starts anew, and the one ten minutes later deletes what was left.
    expect(await move(inFolder())).toBe(7);
    expect(await sums(inFolder())).toEqual(before);
    under.clock.advance(11 * 60_000);
    await move(inFolder());
    expect([await rowsOf('ledger_entries'), await rowsOf('ledger_archives')]).toEqual([0, 3]);
    expect(await readdir(join(folder, 'ledger/2024-09'))).toHaveLength(3);
    expect(await sums(inFolder())).toEqual(before);
  });

  test('in the transaction that removes its entries', async () => {
    const { db } = under.dependencies;
    await addEntries(7, '2024-09');
    const before = await sums(null);
    await sql`
      create function fail() returns trigger language plpgsql as $$ begin raise 'the process ended'; end $$`.execute(
      db,
    );
    await sql`create trigger fails before insert on archived_references for each row execute function fail()`.execute(
      db,
    );
    await expect(move(inFolder())).rejects.toThrow('the process ended');
    expect(await rowsOf('ledger_entries')).toBe(7);
    expect(await sums(inFolder())).toEqual(before);
    await sql`drop trigger fails on archived_references`.execute(db);
    expect(await move(inFolder())).toBe(7);
    expect(await sums(inFolder())).toEqual(before);
  });

  test('by another process that cleans up its file meanwhile', async () => {
    await addEntries(3, '2024-09');
    const before = await sums(null);
    const store = inFolder();
    const slow: BlobStore = {
      ...store,
      async get(key) {
        const file = await store.get(key);
        under.clock.advance(11 * 60_000);
        await moveEntries({ ...under.dependencies, ledgerArchive: { store, afterMonths: null } });
        return file;
      },
    };
    await expect(move(slow)).rejects.toThrow('Another process has cleaned up the file');
    expect([await rowsOf('ledger_entries'), await rowsOf('ledger_archives')]).toEqual([3, 0]);
    expect(await sums(store)).toEqual(before);
  });
});

test('entries that change while their file is written stay in the database', async () => {
  await addEntries(3, '2024-09');
  const store = inFolder();
  const changing: BlobStore = {
    ...store,
    async get(key) {
      await sql`update ledger_entries set product = 'monthly'`.execute(under.dependencies.db);
      return store.get(key);
    },
  };
  await expect(move(changing)).rejects.toThrow('An entry differs from that in the file');
  const fewer: BlobStore = {
    ...store,
    async get(key) {
      await sql`delete from ledger_entries where tax = 1`.execute(under.dependencies.db);
      return store.get(key);
    },
  };
  await expect(move(fewer)).rejects.toThrow('The number or the sums of the entries differ');
  expect(await rowsOf('ledger_entries')).toBe(2);
});

test('concurrent moves take each entry once', async () => {
  await addEntries(30, '2024-08', '2024-09');
  const before = await sums(null);
  const moves = await Promise.allSettled([move(inFolder()), move(inFolder()), move(inFolder())]);
  for (const one of moves)
    if (one.status === 'rejected')
      expect(String(one.reason)).toContain('The number or the sums of the entries differ');
  await move(inFolder());
  expect(await rowsOf('ledger_entries')).toBe(0);
  expect(await sums(inFolder())).toEqual(before);
});

test('a file that is missing or was changed is reported', async () => {
  await addEntries(3, '2024-09');
  await move(inFolder());
  const [name = ''] = await readdir(join(folder, 'ledger/2024-09'));
  const path = join(folder, 'ledger/2024-09', name);
  const file = await readFile(path);
  file[20] = (file[20] ?? 0) ^ 1;
  await writeFile(path, file);
  await expect(ledger(inFolder())).rejects.toThrow(
    `ledger/2024-09/${name} in the archive of the ledger was changed`,
  );
  await rm(path);
  await expect(ledger(inFolder())).rejects.toThrow(`ledger/2024-09/${name} is missing in the archive`);
  await expect(ledger(null)).rejects.toThrow('set LEDGER_ARCHIVE_DIR or S3_BUCKET_URL');
  await expect(ledger(inFolder(), '--from', '2024')).rejects.toThrow('Not a month: 2024');
});

test('the sums of a day in the past are the same before and after a move', async () => {
  await addEntries(7, '2024-09', '2026-01');
  const { db } = under.dependencies;
  const day = new Date('2026-11-01T00:00:00.000Z');
  const before = await ledgerChecksumsBefore(db, day);
  await move(inFolder());
  expect(await ledgerChecksumsBefore(db, day)).toEqual(before);
  expect(before['ledger entries']).toBe(14);
});

test('files of years that are over are deleted with what is known of them', async () => {
  await addEntries(3, '2024-08', '2024-12');
  under.clock.advance(60 * dayMs);
  await move(inFolder());
  // Books of 2024 are kept until the end of 2034.
  const until = new Date(Date.UTC(2034, 11, 31));
  under.clock.advance(until.getTime() - under.clock.now().getTime());
  await move(inFolder());
  const kept = await rowsOf('ledger_archives');
  expect(kept).toBeGreaterThan(0);
  under.clock.advance(dayMs);
  await move(inFolder());
  expect([await rowsOf('ledger_archives'), await rowsOf('archived_references')]).toEqual([0, 0]);
  expect(await rowsOf('ledger_archive_sums')).toBe(0);
  expect(
    (await readdir(join(folder, 'ledger'), { recursive: true })).filter((name) => name.endsWith('.parquet')),
  ).toEqual([]);
});

test('a dispute about an archived payment is booked once, and entries of accounts stay in the database', async () => {
  const deletion = deletionCalls(under);
  await makeGateway(under);
  const [gone, stays] = [await makePopulatedCustomer(under), await makePopulatedCustomer(under)];
  await deletion.remove(gone);
  under.clock.advance(5 * dayMs);
  await deletion.purge();
  const staying = await rowsOf('ledger_entries');
  const { db, clock } = under.dependencies;
  under.clock.advance(26 * 31 * dayMs);
  expect(await move(inFolder())).toBe(1);
  expect(await rowsOf('ledger_entries')).toBe(staying - 1);
  const { transactionId, subscriptionId } = gone;
  const dispute = adjusted({
    ...{ transactionId, subscriptionId, id: 'adj_late', action: 'chargeback' as const },
    at: clock.now(),
  });
  const booked = () =>
    db
      .selectFrom('ledgerEntries')
      .select(['kind', 'product', 'orderId'])
      .where('kind', '=', 'chargeback')
      .execute();
  for (const event of [dispute, { ...dispute, event_id: 'evt_again' }]) await deliverAndProcess(under, event);
  expect(await booked()).toEqual([{ kind: 'chargeback', product: '12-months', orderId: null }]);
  under.clock.advance(26 * 31 * dayMs);
  expect(await move(inFolder())).toBe(1);
  await deliverAndProcess(under, { ...dispute, event_id: 'evt_after_the_move' });
  expect(await booked()).toEqual([]);
  const ofAccount = await db
    .selectFrom('ledgerEntries')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select('userId')
    .execute();
  expect(new Set(ofAccount.map(({ userId }) => userId))).toEqual(new Set([stays.id]));
});
