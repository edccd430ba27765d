import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportEventsWithoutOrder } from '../../src/features/payments/index.ts';
import { processInbox } from '../../src/features/payments/inbox/inbox.ts';
import { processEventById } from '../../src/features/payments/inbox/process-event.ts';
import { reconcileCommand } from '../../src/features/payments/restore/reconcile-command.ts';
import {
  type HistoryReport,
  reconcileHistory,
} from '../../src/features/payments/restore/reconcile-history.ts';
import { createCoingate } from '../../src/platform/coingate/coingate.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createPaddleHistory } from '../../src/platform/paddle/history.ts';
import { openPaddle } from '../../src/platform/paddle/paddle-call.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { processDeps } from './paid-user.ts';
import { copyDatabase, type RestoredDatabase } from './restored-database.ts';
import { openPurchases, type SandboxPurchases } from './sandbox-purchases.ts';

const minuteMs = 60 * 1000;
let under: ApiUnderTest;
let sandbox: SandboxPurchases['sandbox'];
let paddle: SandboxPurchases['paddle'];
let buy: SandboxPurchases['buy'];
const copies: RestoredDatabase[] = [];

beforeAll(async () => {
  under = await startApi();
  ({ sandbox, paddle, buy } = await openPurchases(under));
});
afterAll(async () => {
  await sandbox.close();
  for (const copy of copies) await copy.drop();
  await under.stop();
});

async function backUp(): Promise<Database> {
  const copy = await copyDatabase(under.dependencies.db);
  copies.push(copy);
  return copy.db;
}

const depsOf = (db: Database) => ({
  ...processDeps(under),
  db,
  operator: 'test',
  paddle: createPaddleHistory(paddle),
  coingate: createCoingate({ apiUrl: `${sandbox.url}/coingate/v2`, apiToken: 'coins' }),
});

/** Everything that happened since the backup is older than what a call in progress could explain. */
async function reconcile(db: Database, since: Date, dryRun = false): Promise<HistoryReport> {
  return reconcileHistory(depsOf(db), { since, dryRun });
}

async function processAll(db: Database): Promise<void> {
  const deps = { ...processDeps(under), db };
  await processInbox(deps, ({ eventId, provider }) => processEventById(deps, eventId, provider));
}

/** Money and entitlements. */
async function stateOf(db: Database) {
  const { rows } = await sql`
    select
      (select coalesce(sum(amount), 0)::int from ledger_entries) as money,
      (select count(*)::int from ledger_entries) as entries,
      (select count(*)::int from subscriptions where ended_at is null) as running,
      (select coalesce(sum(case when kind = 'purchase' then bytes else 0 end), 0)::text from data_entries) as bytes,
      (select count(*)::int from orders where state = 'paid') as paid,
      (select count(*)::int from orders where state = 'refunded') as refunded`.execute(db);
  return rows[0];
}

const customerOf = async (db: Database, { id }: TestUser) =>
  (await db.selectFrom('users').select('paddleCustomerId').where('id', '=', id).executeTakeFirstOrThrow())
    .paddleCustomerId;

const ticketsOf = (db: Database) =>
  db
    .selectFrom('supportTickets')
    .select(['kind', 'cause', 'body', 'state'])
    .where('kind', 'like', '%without_order')
    .orderBy('kind')
    .execute();

test('after a restore, gives each customer what was bought since, once, with equal sums', async () => {
  const [ada, bob] = [await makeUser(under), await makeUser(under)];
  await buy(bob.email, { kind: 'plan', user: bob });
  await processAll(under.dependencies.db);
  const restored = await backUp();
  const since = under.clock.now();
  const before = await stateOf(restored);
  under.clock.advance(minuteMs);
  await buy(ada.email, { kind: 'plan', user: ada });
  await buy(bob.email, { kind: 'data', user: bob });
  await processAll(under.dependencies.db);
  under.clock.advance(5 * minuteMs);

  const dry = await reconcile(restored, since, true);
  expect(dry).toMatchObject({ dryRun: true, openedTickets: [] });
  expect(dry.restoredOrders).toHaveLength(2);
  expect(await stateOf(restored)).toEqual(before);
  expect(await customerOf(restored, ada)).toBeNull();

  const [one, other] = await Promise.all([reconcile(restored, since), reconcile(restored, since)]);
  expect(new Set([...one.restoredOrders, ...other.restoredOrders]).size).toBe(2);
  expect(one.restoredOrders.length + other.restoredOrders.length).toBe(2);
  expect(await stateOf(restored)).toEqual(await stateOf(under.dependencies.db));
  expect(await stateOf(restored)).not.toEqual(before);
  const owned = await restored
    .selectFrom('subscriptions')
    .select(['planId', 'state'])
    .where('userId', '=', ada.id)
    .execute();
  expect(owned).toEqual([{ planId: '12-months', state: 'active' }]);
  expect(await ticketsOf(restored)).toEqual([]);

  const again = await reconcile(restored, since);
  expect(again).toMatchObject({ processed: [], restoredOrders: [], withoutOrder: [], openedTickets: [] });
});

test('opens one ticket with the provider’s ids for a customer whose account is gone, and for the refund', async () => {
  const restored = await backUp();
  const since = under.clock.now();
  under.clock.advance(minuteMs);
  const late = await makeUser(under);
  const { transactionId, subscriptionId } = await buy(late.email, { kind: 'plan', user: late });
  const adjustment = await paddle.adjustments.create({
    ...{ action: 'refund', type: 'full', transactionId, reason: 'unhappy' },
  });
  if (subscriptionId === null) throw new Error('no subscription');
  await paddle.subscriptions.cancel(subscriptionId, { effectiveFrom: 'next_billing_period' });
  under.clock.advance(5 * minuteMs);

  const [one, other] = await Promise.all([reconcile(restored, since), reconcile(restored, since)]);
  expect(one.withoutOrder).toEqual([transactionId]);
  expect([...one.openedTickets, ...other.openedTickets]).toHaveLength(3);
  const tickets = await ticketsOf(restored);
  expect(tickets.map(({ kind, cause }) => [kind, cause])).toEqual([
    ['adjustment_without_order', adjustment.id],
    ['cancellation_without_order', subscriptionId],
    ['payment_without_order', `paddle:${transactionId}`],
  ]);
  const { customerId } = await paddle.transactions.get(transactionId);
  expect(tickets[2]?.body).toContain(`Customer at the provider: ${customerId}`);
  expect(tickets[2]?.body).toContain(`Subscription: ${subscriptionId}`);

  // The customer signs up again with the address: the order is created, and its ticket closed.
  await restored
    .insertInto('users')
    .values({
      ...{ email: late.email, passwordHash: null, paddleCustomerId: null },
      ...{ verifiedAt: under.clock.now(), createdAt: under.clock.now() },
    })
    .execute();
  expect((await reconcile(restored, since)).restoredOrders).toEqual([transactionId]);
  expect((await ticketsOf(restored)).map(({ state }) => state)).toEqual(['open', 'open', 'closed']);
});

test('applies refunds and cancellations that happened after the backup', async () => {
  const [ada, bob] = [await makeUser(under), await makeUser(under)];
  const refunded = await buy(ada.email, { kind: 'plan', user: ada });
  const cancelled = await buy(bob.email, { kind: 'plan', user: bob });
  await processAll(under.dependencies.db);
  const restored = await backUp();
  const since = under.clock.now();
  under.clock.advance(minuteMs);
  const { id } = await paddle.adjustments.create({
    ...{ action: 'refund', type: 'full', transactionId: refunded.transactionId, reason: 'unhappy' },
  });
  await fetch(`${sandbox.url}/control/paddle/adjustments/${id}/approve`, { method: 'POST' });
  await paddle.subscriptions.cancel(cancelled.subscriptionId ?? '', { effectiveFrom: 'next_billing_period' });
  under.clock.advance(5 * minuteMs);
  await reconcile(restored, since);
  const states = async (user: TestUser) =>
    (await restored.selectFrom('subscriptions').select('state').where('userId', '=', user.id).execute()).map(
      ({ state }) => state,
    );
  expect(await states(ada)).toEqual(['refunded']);
  expect(await states(bob)).toEqual(['cancelled']);
  expect((await reconcile(restored, since)).processed).toEqual([]);
});

test('changes nothing that webhooks of the same events process at the same time', async () => {
  const since = under.clock.now();
  under.clock.advance(minuteMs);
  const customers = await Promise.all(Array.from({ length: 4 }, () => makeUser(under)));
  const bought = [];
  for (const user of customers) bought.push(await buy(user.email, { kind: 'plan', user }));
  under.clock.advance(5 * minuteMs);
  const { db } = under.dependencies;
  const [report] = await Promise.all([
    reconcile(db, since),
    processAll(db),
    reconcile(db, since),
    processAll(db),
  ]);
  await processAll(db);
  expect(report).toMatchObject({ restoredOrders: [], withoutOrder: [] });
  const ids = bought.map(({ transactionId }) => transactionId);
  const booked = await db
    .selectFrom('ledgerEntries')
    .select(['kind', 'amount'])
    .where('reference', 'in', ids)
    .execute();
  expect(booked).toEqual(ids.map(() => ({ kind: 'payment', amount: 5988 })));
  const owners = customers.map(({ id }) => id);
  const running = await db
    .selectFrom('subscriptions')
    .select('userId')
    .where('userId', 'in', owners)
    .where('state', '=', 'active')
    .execute();
  expect(running.map(({ userId }) => userId).toSorted()).toEqual(owners.toSorted());
});

test('a replayed webhook of an unknown customer opens a ticket after two minutes', async () => {
  const { transactionId } = await buy('nobody@example.com', { kind: 'plan' });
  const { db } = under.dependencies;
  const report = () => reportEventsWithoutOrder({ ...processDeps(under), db }, under.clock.now());
  const cause = `paddle:${transactionId}`;
  const opened = async () => (await ticketsOf(db)).filter((ticket) => ticket.cause === cause);
  await processAll(db);
  await report();
  expect(await opened()).toEqual([]);
  under.clock.advance(3 * minuteMs);
  await Promise.all([report(), report()]);
  expect(await opened()).toHaveLength(1);
});

test('opens tickets for CoinGate’s payments without an order, and lists nothing where a provider fails', async () => {
  const { coingate, ...deps } = depsOf(under.dependencies.db);
  const since = new Date(under.clock.now().getTime() - minuteMs);
  const made = await coingate.createOrder({
    ...{ orderId: 'lost', title: '12 months', amount: 6048, currency: 'USD', token: 'token' },
    ...{ callbackUrl: `${under.baseUrl}/callback`, successUrl: under.baseUrl, cancelUrl: under.baseUrl },
  });
  if (!made.ok) throw new Error(made.error);
  const { id } = made.value;
  const paid = await fetch(`${sandbox.url}/control/coingate/orders/${id}/pay`, { method: 'POST' });
  expect(paid.status).toBe(200);
  under.clock.advance(5 * minuteMs);
  const { openedTickets } = await reconcile(under.dependencies.db, since);
  expect(openedTickets).toContain('A payment of $60.48 has no order');
  const tickets = await ticketsOf(under.dependencies.db);
  expect(tickets.filter(({ cause }) => cause === `coingate:${id}`)).toHaveLength(1);

  const broken = createPaddleHistory(openPaddle({ apiUrl: 'http://127.0.0.1:1', apiKey: 'pdl_key' }));
  await expect(reconcileCommand({ ...deps, coingate, paddle: broken }, ['--json'])).rejects.toThrow(
    'Paddle’s transactions can’t be listed (payment_unavailable): nothing was changed.',
  );
});

test('the command starts a day before the newest event, or at the given second', async () => {
  const deps = depsOf(under.dependencies.db);
  const json = JSON.parse(await reconcileCommand(deps, ['--dry-run', '--json'])) as HistoryReport;
  const { newest } = await under.dependencies.db
    .selectFrom('providerEvents')
    .select((events) => events.fn.max('occurredAt').as('newest'))
    .executeTakeFirstOrThrow();
  expect(Date.parse(json.since)).toBe(newest.getTime() - 24 * 60 * minuteMs);
  const text = await reconcileCommand(deps, ['--since', '2026-11-21T12:00:30Z', '--dry-run']);
  expect(text).toMatch(/^Since 2026-11-21T12:00:30.000Z: \d+ transactions, \d+ subscriptions/);
  expect(text).toContain('Nothing was changed.');
  const recorded = () =>
    deps.db
      .selectFrom('operatorActions')
      .select('details')
      .where('action', '=', 'reconcile_providers')
      .execute();
  const before = await recorded();
  await reconcileCommand(deps, ['--since', '2026-11-21T12:00:30Z']);
  expect((await recorded()).slice(before.length)).toEqual([
    { details: { since: '2026-11-21T12:00:30.000Z' } },
  ]);
});
