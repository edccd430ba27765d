import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '../../src/features/deletion/delete-account.route.ts';
import { recoverAccount } from '../../src/features/deletion/recover-command.ts';
import { deleteStrayEvents, reportEventsWithoutOrder } from '../../src/features/payments/index.ts';
import { type Jobs, startJobs } from '../../src/platform/jobs/jobs.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { createOutbox } from '../../src/platform/mail/outbox.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';
import { dayMs, deletionCalls } from './deletion-calls.ts';
import { deliverAndProcess, processDeps } from '../payments/paid-user.ts';
import { adjusted, refundApproved, subscriptionChanged } from '../payments/fake-provider.ts';
import { columnsContaining } from '../database/search-database.ts';
import { makePopulatedCustomer } from './populated-customer.ts';

const client = { name: 'Firefox', platform: 'linux' } as const;

let under: ApiUnderTest;
let deletion: ReturnType<typeof deletionCalls>;
/** The real queue, so that its tables are searched too. */
let jobs: Jobs;
beforeAll(async () => {
  under = await startApi();
  deletion = deletionCalls(under);
  jobs = await startJobs({
    databaseUrl: under.dependencies.settings.databaseUrl,
    log: under.dependencies.log,
  });
  await makeGateway(under);
});
afterAll(async () => {
  await jobs.stop();
  await under.stop();
});
beforeEach(async () => {
  // Removes the leftovers of earlier tests.
  await under.dependencies.db.deleteFrom('ledgerEntries').execute();
});

test('five days after the deletion no column of any table contains data of the account', async () => {
  const user = await makePopulatedCustomer(under);
  const { id, tokenId } = await under.dependencies.db
    .selectFrom('accessTokens')
    .select(['userId as id', 'id as tokenId'])
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  await recoverAccount(deletion.recoveryDeps(), { id, operator: 'ada' });
  const outbox = createOutbox(jobs, createSealer(under.dependencies.keys.seal));
  const { dashboardUrl } = under.dependencies.settings;
  const deps = { ...under.dependencies, jobs, outbox, dashboardUrl, revoke: under.revoke };
  await deleteAccount(deps, { id, tokenId }, client);
  await recoverAccount({ ...deletion.recoveryDeps(), outbox }, { id, operator: 'ada' });
  await deleteAccount(deps, { id, tokenId }, client);

  const traces = [user.id, user.email, user.orderId, user.transactionId, user.subscriptionId];
  const before = await columnsContaining(under.dependencies.db, ...traces);
  // The search includes texts, keys, JSON, bytes and the queue.
  for (const place of [
    'users.email',
    'users.paddle_customer_id',
    'email_links.details',
    'email_links.token_hash',
  ])
    expect(before).toContain(`public.${place}`);
  for (const place of [
    'identities.email',
    'passkeys.credential_id',
    'passkeys.transports',
    'former_passwords.user_id',
  ])
    expect(before).toContain(`public.${place}`);
  expect(before).toContain('public.operator_actions.user_id');
  expect(before).toContain('public.provider_events.event');
  expect(before).toContain('public.ledger_entries.reference');
  expect(before).toContain('public.ledger_entries.order_id');

  under.clock.advance(5 * dayMs - 1);
  expect([await deletion.purge(), await deletion.exists(user.id)]).toEqual([0, true]);
  under.clock.advance(1);
  expect([await deletion.purge(), await deletion.exists(user.id)]).toEqual([1, false]);
  // The queue may still contain the provider's id of the subscription, so that it can be cancelled.
  const left = await columnsContaining(under.dependencies.db, ...traces);
  expect(left.filter((place) => !place.startsWith('pgboss.'))).toEqual([]);
  expect(await columnsContaining(under.dependencies.db, user.id, user.email)).toEqual([]);
});

test('every reference to a user is deleted with the user or set to null', async () => {
  const { rows } = await sql<{ place: string; rule: string | null }>`
    select c.table_name || '.' || c.column_name as place, min(k.confdeltype::text) as rule
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    left join pg_constraint k on k.contype = 'f'
      and k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
      and k.conkey = array[c.ordinal_position::int2]
    where t.table_type = 'BASE TABLE' and c.table_schema = 'public' and c.column_name in ('user_id', 'session_id', 'approved_by')
    group by 1`.execute(under.dependencies.db.withoutPlugins());
  expect(rows.length).toBeGreaterThan(10);
  // c: on delete cascade, n: on delete set null.
  expect(rows.filter(({ rule }) => rule !== 'c' && rule !== 'n')).toEqual([]);
});

test('keeps the ledger’s payment without the user', async () => {
  const user = await makePopulatedCustomer(under);
  await deliverAndProcess(under, refundApproved({ ...user, at: under.clock.now() }));
  const other = await makePopulatedCustomer(under);
  await deletion.remove(user);
  under.clock.advance(5 * dayMs);
  await deletion.purge();
  const kept = await under.dependencies.db
    .selectFrom('ledgerEntries')
    .select(['kind', 'reference', 'provider', 'product', 'amount', 'tax', 'currency', 'happenedAt'])
    .where('orderId', 'is', null)
    .orderBy('kind')
    .execute();
  const paidOn = new Date(under.clock.now().getTime() - 5 * dayMs).toISOString().slice(0, 10);
  const happenedAt = new Date(`${paidOn}T00:00:00.000Z`);
  const row = {
    reference: expect.stringMatching(/^gone:[0-9a-f]{64}$/) as unknown,
    provider: 'paddle',
    product: '12-months',
    tax: 0,
    currency: 'USD',
    happenedAt,
  };
  expect(kept).toEqual([
    { ...row, kind: 'payment', amount: 5988 },
    { ...row, kind: 'refund', amount: -5988 },
  ]);
  expect(await columnsContaining(under.dependencies.db, other.transactionId)).toContain(
    'public.provider_events.transaction_id',
  );
});

test('records a dispute after the account’s removal: once, by day, without the user', async () => {
  const [gone, stays] = [await makePopulatedCustomer(under), await makePopulatedCustomer(under)];
  await deletion.remove(gone);
  under.clock.advance(5 * dayMs);
  await deletion.purge();
  const { transactionId, subscriptionId } = gone;
  const dispute = (id: string, action: 'chargeback' | 'chargeback_reverse') =>
    adjusted({ ...{ transactionId, subscriptionId, id, action }, at: under.clock.now() });
  const taken = dispute('adj_late', 'chargeback');
  const unknown = { transactionId: 'txn_of_nobody', subscriptionId: null, at: under.clock.now() };
  const returned = dispute('adj_returned', 'chargeback_reverse');
  for (const event of [taken, { ...taken, event_id: 'evt_again' }, adjusted(unknown), returned])
    await deliverAndProcess(under, event);
  const booked = await under.dependencies.db
    .selectFrom('ledgerEntries')
    .select(['kind', 'product', 'amount', 'orderId', 'happenedAt'])
    .where('kind', 'in', ['chargeback', 'chargeback_reversal'])
    .orderBy('kind')
    .execute();
  const today = new Date(`${under.clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`);
  const row = { product: '12-months', orderId: null, happenedAt: today };
  expect(booked).toEqual([
    { ...row, kind: 'chargeback', amount: -5988 },
    { ...row, kind: 'chargeback_reversal', amount: 5988 },
  ]);
  expect(await deletion.exists(stays.id)).toBe(true);
});

test('concurrent runs share the work, and a later run has nothing to do', async () => {
  const gone = await Promise.all(Array.from({ length: 5 }, () => makePopulatedCustomer(under)));
  await Promise.all(gone.map(deletion.remove));
  const stays = await makePopulatedCustomer(under);
  under.clock.advance(5 * dayMs);
  const removed = await Promise.all([deletion.purge(), deletion.purge(), deletion.purge(), deletion.purge()]);
  expect(removed.reduce((sum, count) => sum + count, 0)).toBe(5);
  expect(await deletion.purge()).toBe(0);
  expect(await deletion.exists(stays.id)).toBe(true);
  const { payments } = await under.dependencies.db
    .selectFrom('ledgerEntries')
    .select((select) => select.fn.countAll<number>().as('payments'))
    .where('orderId', 'is', null)
    .executeTakeFirstOrThrow();
  expect(payments).toBe(5);
});

test('one run removes more accounts than a batch, and an account that cannot be removed does not block others', async () => {
  const deletedAt = new Date(under.clock.now().getTime() - 6 * dayMs);
  const { db } = under.dependencies;
  await sql`
    insert into users (email, verified_at, created_at, deleted_at)
    select 'many-' || n || '@example.com', ${deletedAt}, ${deletedAt}, ${deletedAt} from generate_series(1, 250) n`.execute(
    db,
  );
  await sql`create table holds (user_id uuid references users)`.execute(db);
  await sql`insert into holds select id from users where email = 'many-17@example.com'`.execute(db);
  try {
    expect(await deletion.purge()).toBe(249);
  } finally {
    await sql`drop table holds`.execute(db);
  }
  expect(await deletion.purge()).toBe(1);
});

test('deletes later events about a removed account after a month', async () => {
  const [gone, stays] = [await makePopulatedCustomer(under), await makePopulatedCustomer(under)];
  await deletion.remove(gone);
  under.clock.advance(5 * dayMs);
  await deletion.purge();
  for (const { transactionId, subscriptionId } of [gone, stays]) {
    const ids = { transactionId, subscriptionId, at: under.clock.now() };
    await deliverAndProcess(under, subscriptionChanged({ ...ids, status: 'canceled' }));
  }
  const left = async ({ subscriptionId }: typeof gone) =>
    (
      await under.dependencies.db
        .selectFrom('providerEvents')
        .select('eventId')
        .where('subscriptionId', '=', subscriptionId)
        .execute()
    ).length;
  expect([await left(gone), await left(stays)]).toEqual([1, 2]);
  under.clock.advance(31 * dayMs);
  await deleteStrayEvents(under.dependencies.db, under.clock.now());
  expect([await left(gone), await left(stays)]).toEqual([0, 2]);
});

test('an event that is sent again after its deletion is booked once and opens no ticket', async () => {
  const gone = await makePopulatedCustomer(under);
  await deletion.remove(gone);
  under.clock.advance(5 * dayMs);
  await deletion.purge();
  const { transactionId, subscriptionId } = gone;
  const late = { transactionId, subscriptionId, id: 'adj_repeated', action: 'chargeback' as const };
  const event = adjusted({ ...late, at: under.clock.now() });
  const { db } = under.dependencies;
  const booked = () =>
    db.selectFrom('ledgerEntries').select(['reference', 'amount']).where('kind', '=', 'chargeback').execute();
  await deliverAndProcess(under, event);
  const once = await booked();
  expect(once).toHaveLength(1);
  under.clock.advance(31 * dayMs);
  expect(await deleteStrayEvents(db, under.clock.now())).toBeGreaterThan(0);
  expect(await columnsContaining(db, transactionId)).toEqual([]);
  await deliverAndProcess(under, event);
  under.clock.advance(5 * 60 * 1000);
  await reportEventsWithoutOrder(processDeps(under), under.clock.now());
  expect(await booked()).toEqual(once);
  const tickets = await db
    .selectFrom('supportTickets')
    .select('kind')
    .where('kind', 'like', '%_without_order')
    .execute();
  expect(tickets).toEqual([]);
});

test('one run compares more events with the orders than a batch, and the next one continues after them', async () => {
  const { db } = under.dependencies;
  under.clock.advance(40 * dayMs);
  await deleteStrayEvents(db, under.clock.now());
  const stays = await makePopulatedCustomer(under);
  await sql`
    insert into provider_events (provider, event_id, event_type, occurred_at, received_at, processed_at, payload)
    select 'paddle', 'evt_stray_' || n, 'x', ${under.clock.now()}, ${under.clock.now()}::timestamptz + n / 300 * interval '1 second',
      ${under.clock.now()}, '{}' from generate_series(1, 1201) n`.execute(db);
  const left = async () =>
    (
      await db
        .selectFrom('providerEvents')
        .select('eventId')
        .where('eventId', 'like', 'evt_stray_%')
        .execute()
    ).length;
  const { transactionId } = stays;
  under.clock.advance(30 * dayMs);
  // Received less than 30 days ago.
  await deleteStrayEvents(db, under.clock.now());
  expect(await left()).toBe(1201);
  under.clock.advance(1000);
  await deleteStrayEvents(db, under.clock.now());
  expect(await left()).toBe(902);
  under.clock.advance(60_000);
  const [one, other] = await Promise.all([
    deleteStrayEvents(db, under.clock.now()),
    deleteStrayEvents(db, under.clock.now()),
  ]);
  expect(one + other).toBe(902);
  expect(await left()).toBe(0);
  expect(
    await db
      .selectFrom('providerEvents')
      .select('eventId')
      .where('transactionId', '=', transactionId)
      .execute(),
  ).not.toEqual([]);
});
