import pg from 'pg';
import { accountStatements } from './accounts.ts';
import { fleetStatements } from './fleet.ts';
import { operationStatements } from './operation.ts';
import { orderStatements } from './orders.ts';
import { paymentStatements } from './payments.ts';
import { purchaseStatements } from './purchases.ts';
import { signInStatements } from './sign-in.ts';

export interface DataSetOptions {
  /** At least 1,000. */
  readonly accounts: number;
  /** The same seed, time and amounts give the same rows, except for the ids that PostgreSQL chooses. */
  readonly seed?: number;
  /** The time at which the data is as described; the accounts were created in the two years before it. */
  readonly now: Date;
  /** 20 by default: the number of gateways is independent of the number of accounts. */
  readonly gateways?: number;
  /** The text of all sealed passwords: by default none that a key opens. */
  readonly sealed?: string;
  /** Called before each table with its statement's first line. */
  readonly onStatement?: (line: string) => void;
}

/** The number of rows that are due for each periodic job, at every size: the cost of a job is compared for the same work. */
export const dueRows = 10;

/**
 * Fills a migrated database, whose plans and locations were added, with accounts and all rows that come with them, in the proportions of a
 * service after two years: for each account 1.5 sessions, an order, two provider events and five rows of the gateways' change feed. Then
 * updates the planner's statistics and the visibility map. A thousand accounts take less than a second, a million some minutes.
 */
export async function fillWithAccounts(url: string, options: DataSetOptions): Promise<void> {
  const { accounts, seed = 1, now, gateways = 20, sealed = 'sealed', onStatement } = options;
  if (!Number.isInteger(accounts) || accounts < 1000)
    throw new Error('A data set has at least 1,000 accounts');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = async (text: string): Promise<void> => {
    onStatement?.(text.trim().split('\n')[0] ?? '');
    await client.query(text);
  };
  try {
    await client.query('set statement_timeout = 0');
    await client.query('begin');
    await client.query(withoutForeignKeys);
    await run(functionsOf({ accounts, seed, now, gateways, sealed }));
    for (const text of statements) await run(text);
    await client.query('commit');
    await run(`vacuum (analyze) ${await tablesIn(client)}`);
  } finally {
    await client.end();
  }
}

/** The rows are consistent, and checking each costs a third of the time. A role without this privilege checks them. */
const withoutForeignKeys = `do $$ begin perform set_config('session_replication_role', 'replica', true);
  exception when insufficient_privilege then null; end $$`;

async function tablesIn(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  );
  return rows.map(({ name }) => name).join(', ');
}

const statements: readonly string[] = [
  ...accountStatements,
  ...signInStatements,
  ...orderStatements,
  ...paymentStatements,
  ...fleetStatements,
  ...purchaseStatements,
  ...operationStatements,
];

/**
 * Temporary functions of the statements. `hash` and `share` (0 to 1) depend on a label and a number; `id` is a version 7 UUID of a time;
 * `is_due` holds for `dueRows` accounts of each role, spread over all accounts.
 */
function functionsOf(given: Required<Omit<DataSetOptions, 'onStatement'>>): string {
  const { accounts, seed, gateways } = given;
  const now = given.now.toISOString();
  const roleSpan = Math.floor(accounts / dueRows);
  const define = (signature: string, returns: string, body: string): string =>
    `create function pg_temp.${signature} returns ${returns} language sql immutable parallel safe as $$ ${body} $$;`;
  return [
    define('moment()', 'timestamptz', `select '${now}'::timestamptz`),
    define('accounts()', 'bigint', `select ${accounts}::bigint`),
    define('sealed()', 'text', `select '${given.sealed}'`),
    define('gateways()', 'bigint', `select ${gateways}::bigint`),
    define(
      'hash(label text, n bigint)',
      'bigint',
      `select hashint8extended(n, hashtext(label)::bigint + ${seed}) & 9007199254740991`,
    ),
    define(
      'share(label text, n bigint)',
      'double precision',
      'select pg_temp.hash(label, n) / 9007199254740992.0',
    ),
    define(
      'secret(label text, n bigint)',
      'bytea',
      `select sha256((label || '-${seed}-' || n::text)::bytea)`,
    ),
    define(
      'id(label text, n bigint, at timestamptz)',
      'uuid',
      `select (lpad(to_hex((extract(epoch from at - timestamptz 'epoch') * 1000)::bigint), 12, '0')
        || '7' || lpad(to_hex(pg_temp.hash(label, n) & 4095), 3, '0')
        || '8' || lpad(to_hex(pg_temp.hash(label || '+', n)), 15, '0'))::uuid`,
    ),
    define('is_due(role integer, n bigint)', 'boolean', `select n % ${roleSpan} = role`),
  ].join('\n');
}
