import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@comet/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { lastBackupCheck } from '../../src/features/backup/index.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { runProgram } from '../database/run-program.ts';
import { type ArchivedCluster, startArchivedCluster } from './archived-cluster.ts';

const missing = ['/usr/bin/pgbackrest', '/usr/lib/postgresql/15/bin/postgres'].filter(
  (file) => !existsSync(file),
);
const why = missing.length === 0 ? '' : `: not run, because ${missing.join(' and ')} are missing`;

describe.skipIf(missing.length > 0)(`backups by pgBackRest${why}`, () => {
  let cluster: ArchivedCluster;
  let db: Database;
  let keys: string;

  beforeAll(async () => {
    cluster = await startArchivedCluster(await freePort());
    const admin = openDatabase(cluster.url('postgres', 'postgres'), {
      connections: 1,
      onError: () => undefined,
    });
    await sql`create role comet login`.execute(admin);
    await sql`create database comet owner comet`.execute(admin);
    await admin.destroy();
    db = openDatabase(cluster.url('comet', 'comet'), { connections: 4, onError: () => undefined });
    await migrate(db);
    keys = await mkdtemp(join(tmpdir(), 'comet-backup-keys-'));
  });
  afterAll(async () => {
    await db.destroy();
    await cluster.stop();
    await rm(keys, { recursive: true });
  });

  const check = (...words: readonly string[]) =>
    runProgram(['backup', 'check', ...words], {
      ...cluster.environment,
      ...{ DATABASE_URL: cluster.url('comet', 'comet'), KEYS_DIR: keys, PATH: process.env['PATH'] ?? '' },
    });

  async function pay(reference: string, amount: number, bookedAt = new Date()): Promise<void> {
    await db
      .insertInto('ledgerEntries')
      .values({
        ...{ provider: 'paddle', kind: 'payment', reference, orderId: null, product: '12-months' },
        ...{ amount, tax: 0, currency: 'USD', happenedAt: bookedAt, bookedAt },
      })
      .execute();
  }

  interface Report {
    readonly backup: { readonly label: string };
    readonly figures: Readonly<Record<string, number>>;
    readonly compared: number;
  }

  const scratchFolders = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('comet-backup-check-'));

  test('without a backup, the check fails with a sentence', async () => {
    const { code, stderr } = await check();
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('pgBackRest has no backup of the stanza comet (no valid backups)'),
    ]);
  });

  test('the last backup restores with equal rows and sums, while payments continue', async () => {
    await pay('txn_before', 5988);
    await cluster.pgBackRest('--type=full', 'backup');
    expect((await check()).stderr).toContain('may not mark restore points: as a superuser, run grants.sql');
    const grants = await readFile(join(import.meta.dirname, '../../../../deploy/backup/grants.sql'), 'utf8');
    const superuser = openDatabase(cluster.url('postgres', 'comet'), {
      connections: 1,
      onError: () => undefined,
    });
    await sql.raw(grants).execute(superuser);
    await superuser.destroy();
    await pay('txn_after', 1199);
    const before = await scratchFolders();
    let isPaying = true;
    const paying = (async () => {
      for (let n = 0; isPaying; n += 1) await pay(`txn_meanwhile_${n}`, 1);
    })();
    const { code, printed, stderr } = await check('--json');
    isPaying = false;
    await paying;
    expect([code, stderr]).toEqual([0, '']);
    const { backup, figures, compared } = JSON.parse(printed) as Report;
    expect(backup.label).toMatch(/^\d{8}-\d{6}F$/);
    const paid = (figures['rows of ledger_entries'] ?? 0) - 2;
    expect(paid).toBeGreaterThan(0);
    expect(figures['ledger payment USD']).toBe(5988 + 1199 + paid);
    expect(compared).toBe(Object.keys(figures).length);
    expect(await scratchFolders()).toEqual(before);
  });

  test('restores to a second, with the ledger of the days before', async () => {
    await pay('txn_yesterday', 700, new Date(Date.now() - 24 * 3600 * 1000));
    await sleep(1100);
    const at = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString().replace('.000', '');
    await sleep(1100);
    await pay('txn_later', 1_000_000);
    const { code, printed, stderr } = await check('--at', at, '--json');
    expect([code, stderr]).toEqual([0, '']);
    const { figures, compared } = JSON.parse(printed) as Report;
    expect(figures['ledger payment USD']).toBeGreaterThan(700);
    expect(figures['ledger payment USD']).toBeLessThan(1_000_000);
    expect(compared).toBe(2);
  });

  test('each result is recorded, for doctor and the audit log', async () => {
    const ok = await lastBackupCheck(db);
    expect(ok).toMatchObject({ reason: null, label: expect.stringMatching(/^\d{8}-\d{6}F$/) as string });
    expect(ok?.stoppedAt.getTime()).toBeLessThan(ok?.at.getTime() ?? 0);
    const { rows } = await sql<{ reason: string }>`
      select details ->> 'reason' as reason from operator_actions
      where action = 'check_backup' and details ->> 'reason' is not null order by id`.execute(db);
    expect(rows.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('has no backup of the stanza'),
      expect.stringContaining('may not mark restore points'),
    ]);
  });

  test('a damaged backup fails the check, which removes what it restored', async () => {
    const before = await scratchFolders();
    const backups = join(cluster.repository, 'backup', 'comet');
    const [label = ''] = (await readdir(backups)).filter((name) => /^\d{8}-\d{6}F$/.test(name));
    await rm(join(backups, label, 'bundle'), { recursive: true });
    const { code, stderr } = await check();
    expect(code).toBe(1);
    expect(stderr).toMatch(/pgbackrest failed: .*(missing|unable to open)/i);
    expect(await scratchFolders()).toEqual(before);
  });
});
