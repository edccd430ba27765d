import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { supportCommands } from '../../src/features/support/index.ts';
import { type ApiUnderTest, makeGateway, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { makePaidUser, processDeps } from '../payments/paid-user.ts';

let under: ApiUnderTest;
let folder: string;
beforeAll(async () => {
  under = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'comet-support-'));
});
afterAll(async () => {
  await under.stop();
  await rm(folder, { recursive: true });
});

const dayMs = 24 * 3600 * 1000;
const run = (command: string, ...words: string[]) => {
  const deps = { ...processDeps(under), billing: under.billing, operator: 'ada' };
  const known = supportCommands[command];
  if (known === undefined) throw new Error('no such command');
  return known(deps, words);
};
const shown = async (user: TestUser) =>
  (
    (await under.call(api.showSubscription, {}, user)).json as {
      subscription: Record<string, unknown> | null;
    }
  ).subscription;
async function makeTicket(of: TestUser | null = null): Promise<string> {
  const now = under.clock.now();
  const ticket = { kind: 'contact', cause: randomUUID(), subject: 'A question', body: null } as const;
  const { id } = await under.dependencies.db
    .insertInto('supportTickets')
    .values({
      ...ticket,
      userId: of?.id ?? null,
      name: null,
      email: null,
      openedAt: now,
      changedAt: now,
      closedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const numberOf = async (orderId: string): Promise<string> => {
  const orders = under.dependencies.db.selectFrom('orders').select('number');
  return (await orders.where('id', '=', orderId).executeTakeFirstOrThrow()).number;
};
const actionsOf = (user: TestUser) =>
  under.dependencies.db
    .selectFrom('operatorActions')
    .select(['operator', 'action', 'details'])
    .where('userId', '=', user.id)
    .orderBy('id')
    .execute();

test('gives days once per ticket, with an audit entry', async () => {
  const user = await makePaidUser(under);
  const ticket = await makeTicket();
  expect(await run('grant-days', user.email.toUpperCase(), '30', '--for', ticket)).toContain('30 days');
  await expect(run('grant-days', user.id, '30', '--for', ticket.toUpperCase())).rejects.toThrow(
    'already got',
  );
  expect(await actionsOf(user)).toEqual([
    { operator: 'ada', action: 'grant_days', details: { days: 30, cause: ticket } },
  ]);
  const given = await under.dependencies.db
    .selectFrom('freeDays')
    .select(['days', 'reason'])
    .where('userId', '=', user.id)
    .execute();
  expect(given).toEqual([{ days: 30, reason: 'operator' }]);
  for (const wrong of [['nobody@example.com', '1'], [user.email, '0'], [user.email]])
    await expect(run('grant-days', ...wrong)).rejects.toThrow(/No account|whole number|Expected/);
  await expect(run('grant-days', user.email, '-3')).rejects.toThrow(
    'Negative numbers aren’t allowed here: -3',
  );
});

test('gives days for an existing ticket, or once per key', async () => {
  const user = await makePaidUser(under);
  for (const missing of ['T-1', user.id])
    await expect(run('grant-days', user.email, '3', '--for', missing)).rejects.toThrow(
      `There is no ticket ${missing}`,
    );
  const both = ['--for', await makeTicket(), '--once', 'word'];
  await expect(run('grant-days', user.email, '3', ...both)).rejects.toThrow('not both');
  expect(await actionsOf(user)).toEqual([]);
  expect(await run('grant-days', user.email, '3', '--once', 'outage-7')).toContain('3 days');
  await expect(run('grant-days', user.email, '3', '--once', 'outage-7')).rejects.toThrow('already got');
});

test('gives no days for the ticket of another customer', async () => {
  const [user, other] = [await makePaidUser(under), await makeUser(under)];
  const ticket = await makeTicket(other);
  await expect(run('grant-days', user.email, '3', '--for', ticket)).rejects.toThrow('another customer');
  expect(await actionsOf(user)).toEqual([]);
  expect(await run('grant-days', user.email, '3', '--for', await makeTicket(user))).toContain('3 days');
});

test('finds customers by at least three characters of an address, or by the number of an order', async () => {
  const user = await makeUser(under);
  expect(await run('customers', 'find', user.email.slice(0, 12))).toContain(user.id);
  const buyer = await makePaidUser(under);
  const number = await numberOf(buyer.orderId);
  const found = await run('customers', 'find', number.slice(3).toLowerCase());
  expect(found).toContain(buyer.email);
  expect(found).not.toContain(user.email);
  for (const short of ['', '  ', '@', 'ab'])
    await expect(run('customers', 'find', short)).rejects.toThrow('Enter at least 3 characters');
});

test('lists orders by number, and shows one by number or id', async () => {
  const user = await makePaidUser(under);
  const number = await numberOf(user.orderId);
  const listed = await run('orders', 'list', '--of', user.email);
  expect(listed).toContain(number);
  expect(listed).not.toContain(user.orderId);
  const shown = await run('orders', 'show', number);
  expect(shown).toContain(user.transactionId);
  expect(await run('orders', 'show', user.orderId)).toBe(shown);
  await expect(run('orders', 'show', '12')).rejects.toThrow('Not an order number: 12');
});

test('reports the name of a missing file', async () => {
  await expect(run('import-store-subscriptions', '/nowhere/sold.json')).rejects.toThrow(
    'File not found: /nowhere/sold.json',
  );
});

test('an operator can refund a payment at any time, once, with an audit entry', async () => {
  const user = await makePaidUser(under);
  under.clock.advance(100 * dayMs);
  const number = await numberOf(user.orderId);
  expect(await run('refund', number)).toContain(`a refund of 59.88 for order ${number}`);
  expect(await run('refund', user.orderId)).toMatch(
    new RegExp(`^Order ${number} (is already refunded|already has a refund): 59.88, .* Nothing was changed`),
  );
  expect(under.billing.made.filter((call) => call === `refund ${user.transactionId}`)).toHaveLength(1);
  expect((await actionsOf(user)).map(({ action }) => action)).toEqual(['refund']);
  for (const wrong of ['x', '-'.repeat(36)])
    await expect(run('refund', '--', wrong)).rejects.toThrow('Not an order number');
  for (const unknown of [user.id, 'CV-000000'])
    await expect(run('refund', unknown)).rejects.toThrow(`There is no order ${unknown}`);
  under.clock.advance(-100 * dayMs);
});

test('finds a refund that the customer requested, with one audit entry', async () => {
  const user = await makePaidUser(under);
  expect((await under.call(api.requestRefund, {}, user)).status).toBe(202);
  for (let time = 0; time < 2; time += 1)
    expect(await run('refund', user.orderId)).toContain('Nothing was changed');
  const noted = await actionsOf(user);
  expect(noted).toMatchObject([{ action: 'refund', details: { wasRequestedBefore: true } }]);
});

let files = 0;
async function importFile(...entries: object[]) {
  files += 1;
  const file = join(folder, `${files}.json`);
  await writeFile(file, JSON.stringify(entries));
  return run('import-store-subscriptions', file);
}
const soldTo = (user: TestUser, more: object = {}) => ({
  account: user.email,
  source: 'play_store',
  store_reference: `GPA.${user.id}`,
  plan: '12-months',
  started_at: under.clock.now().toISOString(),
  active_until: new Date(under.clock.now().getTime() + 365 * dayMs).toISOString(),
  renews: true,
  ...more,
});

test('an imported store subscription gives access until its end; importing the same file again changes nothing', async () => {
  await makeGateway(under);
  const user = await makeUser(under);
  const sold = soldTo(user);
  expect(await importFile(sold)).toBe('1 read, 1 new or changed.');
  expect(await shown(user)).toMatchObject({ source: 'play_store', state: 'active', plan_id: '12-months' });
  expect(await importFile(sold)).toBe('1 read, 0 new or changed.');
  expect(await importFile({ ...sold, renews: false })).toBe('1 read, 1 new or changed.');
  expect((await shown(user))?.['state']).toBe('cancelled');
  const before = new Date(under.clock.now().getTime() - dayMs).toISOString();
  const start = new Date(under.clock.now().getTime() - 2 * dayMs).toISOString();
  await importFile({ ...sold, started_at: start, active_until: before, renews: false });
  expect((await shown(user))?.['state']).toBe('expired');
  const changes = await under.dependencies.db.selectFrom('gatewayChanges').selectAll().execute();
  expect(changes.length).toBeGreaterThan(0);
  expect((await actionsOf(user)).map(({ action }) => action)).toEqual(
    Array.from({ length: 3 }, () => 'import_store_subscription'),
  );
});

test('a file with an invalid entry changes nothing, and all invalid entries are reported', async () => {
  const [user, other] = [await makeUser(under), await makeUser(under)];
  await importFile(soldTo(other));
  const refused = importFile(
    soldTo(user),
    soldTo(user, { store_reference: 'x', account: 'nobody@example.com' }),
    soldTo(user, { store_reference: `GPA.${other.id}` }),
    soldTo(user, { store_reference: 'y', plan: '7-months' }),
  );
  await expect(refused).rejects.toThrow(
    /Entry 2: No account.*\nEntry 3: .* belongs to another account\nEntry 4: There is no plan/s,
  );
  expect(await shown(user)).toBeNull();
});
