import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorConsoleIn } from '../../src/open-operator-console.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { makePaidUser, type PaidUser } from '../payments/paid-user.ts';
import { operatorConsoleSettings, useOperatorConsole } from './operator-console-fixture.ts';

let under: ApiUnderTest;
let user: PaidUser;
beforeAll(async () => {
  under = await startApi(operatorConsoleSettings);
  user = await makePaidUser(under);
  await fill(under.dependencies.db, user.orderId);
});
afterAll(() => under.stop());

const operator = useOperatorConsole(() => under);

/** Tables that grow with the number of customers. */
const large = [
  ...['users', 'orders', 'support_tickets', 'provider_events', 'operator_actions', 'subscriptions'],
  ...['refunds', 'ledger_entries'],
];

/** Fills the large tables, with few rows in the states that the console lists. */
async function fill(db: Database, orderId: string): Promise<void> {
  const count = 20_000;
  const statements = [
    sql`insert into users (email, created_at) select 'u' || n || '@large.test', now() from generate_series(1, ${count}::int) n`,
    sql`insert into orders (user_id, kind, item, state, currency, total_amount, lines, created_at)
      select users.id, kind, item, case when random() < 0.9 then 'expired' else 'paid' end, orders.currency, total_amount, lines, now()
      from users, orders where orders.id = ${orderId} and users.email like '%@large.test'`,
    sql`insert into subscriptions select (jsonb_populate_record(subscription, jsonb_build_object(
        'id', uuidv7(), 'user_id', orders.user_id, 'order_id', orders.id, 'paddle_subscription_id', 'sub_' || orders.id))).*
      from subscriptions subscription, orders where orders.state = 'paid' and orders.id <> subscription.order_id`,
    sql`insert into support_tickets (user_id, kind, cause, subject, state, opened_at, changed_at, closed_at)
      select id, 'message', 'large-' || id, 'Old', 'closed', now(), now(), now() from users where email like '%@large.test'`,
    sql`insert into provider_events (provider, event_id, event_type, occurred_at, received_at, processed_at, payload)
      select 'paddle', 'evt_large_' || n, 'transaction.completed', now(), now(), now(), '{}' from generate_series(1, ${count}::int) n`,
    sql`insert into operator_actions (operator, action, user_id, done_at)
      select 'ada', 'operator_read', id, now() from users where email like '%@large.test'`,
    sql`insert into refunds (adjustment_id, order_id, transaction_id, state, amount, currency, asked_at)
      select 'adj_large_' || id, id, 'txn_large', 'approved', 1, 'USD', now() from orders where state = 'expired'`,
    sql`insert into ledger_entries (provider, kind, reference, order_id, product, amount, tax, currency, happened_at, booked_at)
      select 'paddle', 'payment', 'txn_large_' || row_number() over (), id, 'x', 1, 0, 'USD', now(), now() from orders where state = 'expired'`,
  ];
  for (const statement of statements) await statement.execute(db);
  await sql`analyze`.execute(db);
}

/** A database that also keeps the plan of every query. */
function withPlans(db: Database) {
  const queries: CompiledQuery[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      queries.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const scans = async () => {
    const found: string[] = [];
    for (const { sql: text, parameters } of queries.filter(({ sql: text }) => text.startsWith('select'))) {
      const { rows } = await db.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`explain ${text}`, [...parameters]),
      );
      for (const line of rows.map((row) => Object.values(row)[0] ?? '')) {
        const scanned = /Seq Scan on (\w+)/.exec(line)?.[1];
        if (scanned !== undefined && large.includes(scanned)) found.push(`${scanned}: ${text}`);
      }
    }
    return found;
  };
  return { db: db.withPlugin(plugin), queries, scans };
}

test('no page reads a large table in full: inbox, lists and every kind of search', async () => {
  const { cookie } = await operator.signedIn('edith', await operator.enrolled('edith'));
  const planned = withPlans(under.dependencies.db);
  const app = operatorConsoleIn({ ...operator.deps(), db: planned.db });
  const paths = [
    ...['/ops/', '/ops/stuck-payments', '/ops/refused-webhooks', '/ops/orders', '/ops/audit', '/ops/fleet'],
    ...[
      '/ops/refunds',
      '/ops/audit?operator=ada&reads=yes',
      '/ops/audit?action=refund',
      '/ops/audit?operator=ada&action=operator_read&until=2026-11-28',
    ],
    ...['/ops/tickets', '/ops/tickets?show=open', '/ops/tickets?show=all', '/ops/orders?drafts=yes'],
    ...['/ops/customers', '/ops/customers?q=u12', `/ops/customers/${user.id}`, `/ops/orders/${user.orderId}`],
    ...['u1', user.email, user.id, user.orderId, user.orderId.slice(0, 10), 'txn_large_7', 'Amsterdam'].map(
      (words) => `/ops/search?q=${encodeURIComponent(words)}`,
    ),
  ];
  for (const path of paths) {
    planned.queries.length = 0;
    const response = await app?.inject({ url: path, headers: { cookie } });
    expect([200, 303], path).toContain(response?.statusCode);
    expect(planned.queries.length, path).toBeGreaterThan(1);
    expect(await planned.scans(), path).toEqual([]);
  }
  await app?.close();
});
