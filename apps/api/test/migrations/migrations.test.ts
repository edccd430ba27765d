import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrations, thisRelease } from '../../src/platform/database/migrate.ts';
import { lintMigrations, type LintedMigration } from './lint-migrations.ts';
import { recordedStatements } from './recorded-statements.ts';

const folder = join(import.meta.dirname, '../../src/platform/database/migrations');
const names = Object.keys(migrations);
const history = { names, runsFrom: thisRelease.runsFrom };

/** The first migration that the linter applies to; databases have the earlier ones. */
const FIRST_LINTED = '0079';

async function recorded(chosen: readonly string[]): Promise<readonly LintedMigration[]> {
  return Promise.all(
    chosen.map(async (name) => {
      const migration = migrations[name];
      if (migration === undefined) throw new Error(`There is no migration ${name}`);
      const { contracts, runsInTransaction } = migration;
      return { name, statements: await recordedStatements(migration), contracts, runsInTransaction };
    }),
  );
}

test('the release before this one runs on the schema after every migration', async () => {
  const linted = await recorded(names.filter((name) => name >= FIRST_LINTED));
  expect(await lintMigrations(linted, history)).toEqual([]);
});

test('every file in the folder is a migration of the release, in the order of its number', () => {
  const files = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''));
  expect(names).toEqual(files.toSorted());
});

test('the SQL of every earlier migration is read, and the rules apply to it', async () => {
  const found = await lintMigrations(await recorded(names.filter((name) => name < FIRST_LINTED)), history);
  expect(found.filter((sentence) => sentence.includes('cannot parse'))).toEqual([]);
  expect(found).toContainEqual(expect.stringMatching(/^0071-order-number-backfill: .*DO block/));
  expect(found).toContainEqual(
    expect.stringMatching(/^0072-order-number-required: SET NOT NULL scans orders/),
  );
  expect(found).toContainEqual(
    expect.stringMatching(/^0078-ledger-by-time: CREATE INDEX ledger_entries_booked blocks writes/),
  );
  expect(found.filter((sentence) => sentence.startsWith('0075-gateway-draining'))).toEqual([]);
});
