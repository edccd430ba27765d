import { describe, expect, test } from 'vitest';
import { lintMigrations, type LintedMigration } from './lint-migrations.ts';

const history = {
  names: ['0001-first', '0002-second', '0003-third', '0079-linted'],
  runsFrom: '0002-second',
};

const lint = (
  statements: readonly string[],
  more: Partial<LintedMigration> = {},
): Promise<readonly string[]> => lintMigrations([{ name: '0079-linted', statements, ...more }], history);

describe('a migration that the earlier release does not run on is refused without the mark, and allowed with it', () => {
  test.each([
    ['alter table orders rename to purchases', 'renames orders to purchases'],
    ['alter table orders rename column number to code', 'renames orders.number to code'],
    ['alter table orders rename constraint orders_pkey to pk', 'renames orders.orders_pkey to pk'],
    ['alter type order_state rename value $$draft$$ to $$new$$', 'renames the value draft'],
    ['drop table public.orders', 'drops the table orders'],
    ['drop view open_orders', 'drops the view open_orders'],
    ['drop function new_order_number()', 'drops the function'],
    ['drop trigger numbered on orders', 'drops the trigger'],
    ['alter table orders drop column number', 'drops the column orders.number'],
    ['alter table orders alter column number drop default', 'drops the default of orders.number'],
    ['alter table orders drop constraint one_number', 'drops the constraint one_number of orders'],
    ['truncate rate_counters', 'TRUNCATE'],
    [
      'alter table orders add constraint numbered check (number is not null) not valid',
      'requires a value in orders.number',
    ],
  ])('%s', async (statement, sentence) => {
    const refused = await lint([statement]);
    expect(refused).toEqual([expect.stringContaining(`0079-linted: ${sentence}`) as string]);
    expect(refused[0]).toMatch(/which code of the earlier release still uses/);
    expect(await lint([statement], { contracts: '0001-first' })).toEqual([]);
    expect(await lint([statement], { contracts: '0002-second' })).toEqual([]);
  });
});

describe('a statement that blocks a table or fails on its rows is refused, with the mark too', () => {
  test.each([
    ['alter table orders add column code text not null', 'NOT NULL without a default'],
    ['alter table orders add column code text not null default null', 'NOT NULL without a default'],
    ['alter table orders alter column number set not null', 'SET NOT NULL scans orders'],
    ['alter table orders alter column number type bigint using number::bigint', 'new type of orders.number'],
    ['alter table orders add column code uuid default uuidv7()', 'computed for each row'],
    ['alter table orders add column code bigserial', 'computed for each row'],
    ['alter table orders add column code int generated always as identity', 'computed for each row'],
    [
      'alter table orders add column code int generated always as (cents + 1) stored',
      'computed for each row',
    ],
    [
      'alter table orders add column user_id uuid references users',
      'constraint of the new column orders.user_id',
    ],
    [
      "alter table orders add column code text default 'a' check (code <> '')",
      'constraint of the new column',
    ],
    ['alter table orders add column code text unique', 'constraint of the new column'],
    ['alter table orders add constraint c check (cents > 0)', 'add NOT VALID'],
    ['alter table orders add constraint f foreign key (user_id) references users', 'add NOT VALID'],
    ['alter table orders add constraint u unique (number)', 'CREATE UNIQUE INDEX CONCURRENTLY'],
    ['alter table orders add primary key (id)', 'CREATE UNIQUE INDEX CONCURRENTLY'],
    ['alter table orders add constraint e exclude using gist (period with &&)', 'CONSTR_EXCLUSION'],
    ['alter table orders set unlogged', 'AT_SetUnLogged'],
    ['create index orders_number on orders (number)', 'use CONCURRENTLY'],
    ['create unique index on public.orders (number)', 'use CONCURRENTLY'],
    ['create index concurrently orders_number on orders (number)', 'needs "runsInTransaction = false"'],
    ['lock table orders', 'LOCK TABLE'],
    ['vacuum full orders', 'VacuumStmt'],
    ['cluster orders', 'ClusterStmt'],
    ['reindex table orders', 'ReindexStmt'],
    ['refresh materialized view totals', 'RefreshMatViewStmt'],
    ['do $$ begin drop table orders; end $$', 'DO block'],
    ["set local lock_timeout = '1h'", 'lock_timeout is set by the command migrate'],
    ["set work_mem = '1GB'", 'use SET LOCAL'],
    ['update orders set code = number', 'writes every row of orders'],
    [
      'with gone as (delete from orders returning id) select count(*) from gone',
      'writes every row of orders',
    ],
    ['alter table orders add column', 'cannot parse'],
  ])('%s', async (statement, sentence) => {
    expect(await lint([statement])).toEqual([expect.stringContaining(sentence) as string]);
    const marked = await lint([statement], { contracts: '0001-first' });
    expect(marked).toContainEqual(expect.stringContaining(sentence));
  });

  test('dropping an index needs CONCURRENTLY and the mark', async () => {
    const contracts = '0001-first';
    expect(await lint(['drop index orders_number'], { contracts })).toEqual([
      expect.stringContaining('use CONCURRENTLY') as string,
    ]);
    const concurrently = ['drop index concurrently orders_number'];
    expect(await lint(concurrently, { runsInTransaction: false })).toEqual([
      expect.stringContaining('drops the index orders_number') as string,
    ]);
    expect(await lint(concurrently, { runsInTransaction: false, contracts })).toEqual([]);
  });

  test.each([
    [
      ['alter table orders add column code text', 'update orders set code = number where code is null'],
      'holds the lock of orders while it writes rows',
    ],
    [
      [
        'alter table orders add constraint c check (cents > 0) not valid',
        'alter table orders validate constraint c',
      ],
      'validate in the next migration',
    ],
  ])('%s', async (statements, sentence) => {
    expect(await lint(statements)).toEqual([expect.stringContaining(sentence) as string]);
  });
});

describe('an expansion is allowed', () => {
  test.each([
    [['create table notes (id uuid primary key default uuidv7(), user_id uuid not null references users)']],
    [
      [
        'create table notes (id int)',
        'create index notes_id on notes (id)',
        'alter table notes alter column id set not null',
        'alter table notes rename to remarks',
        'update notes set id = 1',
      ],
    ],
    [['create table notes (id int)', 'drop table notes']],
    [['alter table orders add column code text']],
    [["alter table orders add column code text not null default 'none'::text"]],
    [['alter table orders add column seen_at timestamptz not null default now()']],
    [['alter table orders add constraint c check (cents > 0) not valid']],
    [['alter table orders validate constraint c']],
    [
      [
        "alter table orders drop constraint c, add constraint c check (state in ('draft', 'paid', 'void')) not valid",
      ],
    ],
    [['alter table orders add constraint u unique using index orders_number']],
    [['alter table orders alter column number drop not null']],
    [["alter table orders alter column number set default 'none'"]],
    [["alter type order_state add value 'void'"]],
    [["insert into locations (code) values ('de-ber')"]],
    [['update orders set code = number where id > $1 and id <= $2']],
    [['create or replace function f() returns int language sql as $$ select 1 $$']],
    [['create trigger t before insert on orders for each row execute function f()']],
    [["comment on table orders is 'Orders'", "set local work_mem = '64MB'"]],
  ])('%s', async (statements) => {
    expect(await lint(statements)).toEqual([]);
  });

  test('an index is built concurrently after an invalid one of an interrupted attempt is dropped', async () => {
    const build = 'create index concurrently orders_number on orders (number)';
    const drop = 'drop index concurrently if exists orders_number';
    const runsInTransaction = false;
    expect(await lint([drop, build], { runsInTransaction })).toEqual([]);
    expect(await lint([build], { runsInTransaction })).toEqual([
      expect.stringContaining('leaves an invalid index') as string,
    ]);
    expect(await lint([build, drop], { runsInTransaction })).toEqual([
      expect.stringContaining('leaves an invalid index') as string,
    ]);
    expect(await lint([drop, build, 'create table notes (id int)'], { runsInTransaction })).toEqual([
      expect.stringContaining('CreateStmt needs a transaction') as string,
    ]);
  });

  test('NOT NULL is set after the validation of a check in an earlier migration, which it replaces', async () => {
    const check = 'alter table orders add constraint numbered check (number is not null) not valid';
    const validate = 'alter table orders validate constraint numbered';
    const require = 'alter table orders alter column number set not null, drop constraint numbered';
    const steps = (...statements: readonly string[]) =>
      lintMigrations(
        statements.map((statement, index) => ({
          name: `008${index}`,
          statements: [statement],
          ...(statement === check ? { contracts: '0002-second' } : {}),
        })),
        history,
      );
    expect(await steps(check, validate, require)).toEqual([]);
    expect(await steps(check, require)).toEqual([
      expect.stringMatching(/^0081: SET NOT NULL scans orders/) as string,
    ]);
    expect(await steps(validate, require)).toHaveLength(2);
  });
});

describe('the mark of a contraction', () => {
  const drop = ['alter table orders drop column number'];

  test.each([
    ['0003-third', /releases from 0002-second must run on this schema/],
    ['0079-linted', /no migration before this one/],
    ['0002', /no migration before this one/],
    ['9000-later', /no migration before this one/],
  ])('%s is refused', async (contracts, sentence) => {
    expect(await lint(drop, { contracts })).toEqual([expect.stringMatching(sentence) as string]);
  });

  test('is refused on a migration that removes nothing', async () => {
    expect(await lint(['create table notes (id int)'], { contracts: '0001-first' })).toEqual([
      expect.stringContaining('it removes nothing') as string,
    ]);
  });
});

describe('a table that becomes the first partition of a table with its name', () => {
  const bound = 'alter table visits add constraint visits_bound check (day < $$2027-02-01$$) not valid';
  const validate = 'alter table visits validate constraint visits_bound';
  const rename = 'alter table visits rename to visits_before';
  const create = 'create table visits (like visits_before) partition by range (day)';
  const attach =
    'alter table visits attach partition visits_before for values from (minvalue) to ($$2027-02-01$$)';
  const drop = 'alter table visits_before drop constraint visits_bound';
  const steps = (...migrations: readonly (readonly string[])[]) =>
    lintMigrations(
      migrations.map((statements, index) => ({ name: `008${index}`, statements })),
      history,
    );

  test('is allowed after the validation of a check of its bound, which it replaces', async () => {
    expect(await steps([bound], [validate], [rename, create, attach, drop])).toEqual([]);
  });

  test('is refused where attaching it would scan its rows', async () => {
    expect(await steps([bound], [rename, create, attach])).toEqual([
      expect.stringContaining('ATTACH PARTITION scans visits_before') as string,
    ]);
  });

  test('is refused where its rows are not under its name afterwards', async () => {
    const replaced = [expect.stringContaining('replaces visits by another table') as string];
    expect(await steps([bound], [validate], [rename, create])).toEqual(replaced);
    const plain = 'create table visits (like visits_before)';
    expect(await steps([bound], [validate], [rename, plain])).toEqual(replaced);
  });

  test('keeps its other constraints', async () => {
    const other = 'alter table visits_before drop constraint visits_key';
    expect(await steps([bound], [validate], [rename, create, attach, other])).toEqual([
      expect.stringContaining('drops the constraint visits_key of visits_before') as string,
    ]);
  });
});
