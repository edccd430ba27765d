import { api } from '@comet/contract';
import type { Reply, TestCredentials } from '@comet/testing';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportedTables, fileNameOf } from '../../src/features/export/exported-tables.ts';
import { otherTables } from '../../src/features/export/archive.ts';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { columnsOf } from '../database/search-database.ts';

const password = 'correct horse battery staple';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const requestExport = (caller: TestCredentials, given: { password?: string } = { password }) =>
  under.call(api.exportData, { body: given }, caller);
const codeOf = ({ json }: Reply) => (json as { error?: { code: string } } | undefined)?.error?.code ?? 'none';
const filesOf = ({ bytes }: Reply) =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, strFromU8(file)]));
const rowsOf = (files: Record<string, string>, name: string) =>
  JSON.parse(files[name] ?? 'null') as Record<string, unknown>[];

/** Reads the tables and columns of the database. */
async function tables(): Promise<ReadonlyMap<string, readonly string[]>> {
  const columns = (await columnsOf(under.dependencies.db)).filter(({ schema }) => schema === 'public');
  const grouped = Map.groupBy(columns, ({ table }) => table);
  return new Map(
    [...grouped]
      .filter(([table]) => !table.startsWith('kysely_'))
      .map(([table, found]) => [table, found.map(({ column }) => column)]),
  );
}

describe('every table and column is exported, or left out with a reason', () => {
  test('every table is in exactly one of the two lists', async () => {
    const listed = [...exportedTables.map(({ table }) => table), ...Object.keys(otherTables)];
    expect(listed.toSorted()).toEqual([...(await tables()).keys()].toSorted());
  });

  test('the archive includes every table with a user', async () => {
    for (const [table, columns] of await tables()) {
      if (columns.includes('user_id')) expect(otherTables[table]?.isAboutPeople ?? true).toBe(true);
    }
  });

  test('every column of an exported table is in its file, or has a reason for its omission', async () => {
    const all = await tables();
    for (const { table, columns, withheld = {} } of exportedTables) {
      const known = [...columns, ...Object.keys(withheld), 'user_id'];
      const real = all.get(table) ?? [];
      expect({ table, unknown: real.filter((column) => !known.includes(column)) }).toEqual({
        table,
        unknown: [],
      });
      const gone = known.filter((column) => !real.includes(column) && column !== 'user_id');
      expect({ table, gone }).toEqual({ table, gone: [] });
    }
  });

  test('no exported column contains a secret or a hash', () => {
    const columns = exportedTables.flatMap(({ columns }) => columns);
    expect(
      columns.filter((column) => /hash|secret|token|sealed|password|user_code|verifier|nonce/.test(column)),
    ).toEqual([]);
  });
});

test('the archive contains the user’s rows, an index page, and nothing of other users', async () => {
  const [user, stranger] = [await makePaidUser(under), await makePaidUser(under)];
  await under.call(api.addDevice, { body: { name: 'Laptop <b>', platform: 'linux' } }, user);
  await under.call(api.addDevice, { body: { name: 'Of a stranger', platform: 'linux' } }, stranger);
  const response = await requestExport(user);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="comet-export.zip"');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const files = filesOf(response);
  expect(Object.keys(files).toSorted()).toEqual(['index.html', ...exportedTables.map(fileNameOf)].toSorted());
  expect(rowsOf(files, 'account.json')).toMatchObject([{ id: user.id, email: user.email }]);
  expect(rowsOf(files, 'devices.json')).toMatchObject([{ name: 'Laptop <b>', platform: 'linux' }]);
  expect(rowsOf(files, 'orders.json')).toMatchObject([{ id: user.orderId, state: 'paid' }]);
  expect(rowsOf(files, 'subscriptions.json')).toMatchObject([{ order_id: user.orderId }]);
  expect(rowsOf(files, 'payments.json')).toMatchObject([
    { transaction_id: user.transactionId, amount: 5988 },
  ]);
  expect(rowsOf(files, 'payment-notifications.json')).toMatchObject([
    { subscription_id: user.subscriptionId },
  ]);
  expect(rowsOf(files, 'sessions.json')).toMatchObject([{ device_id: user.deviceId, method: 'sign_up' }]);
  const whole = Object.values(files).join('\n');
  for (const foreign of [stranger.id, stranger.email, stranger.orderId, 'Of a stranger'])
    expect(whole).not.toContain(foreign);
});

test('contains no secret and no hash of the account, in any encoding', async () => {
  const user = await makePaidUser(under);
  const whole = Object.values(filesOf(await requestExport(user))).join('\n');
  const { passwordHash } = await under.dependencies.db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const tokens = await under.dependencies.db
    .selectFrom('accessTokens')
    .select('tokenHash')
    .where('userId', '=', user.id)
    .execute();
  expect(whole).not.toContain(String(passwordHash));
  expect(whole).not.toContain(user.token);
  expect(whole).not.toMatch(/argon2|"type": "Buffer"|\\\\x[0-9a-f]{8}/);
  for (const { tokenHash } of tokens)
    for (const spelling of ['hex', 'base64', 'base64url'] as const)
      expect(whole).not.toContain(tokenHash.toString(spelling));
});

test('the index page lists every file with its number of entries, and what was left out', async () => {
  const user = await makeUser(under);
  const page = filesOf(await requestExport(user))['index.html'] ?? '';
  for (const table of exportedTables) expect(page).toContain(`href="${fileNameOf(table)}"`);
  expect(page).toContain('One-time tokens: hashes that sign in to the dashboard once');
  expect(page).toContain('Account, password hash: A one-way hash');
  expect(page).toContain(user.email);
});

test('requires the password, or a recent session by provider or passkey', async () => {
  const user = await makeUser(under);
  expect(codeOf(await requestExport(user, {}))).toBe('current_password_wrong');
  expect(codeOf(await requestExport(user, { password: 'a guess' }))).toBe('current_password_wrong');
  const { db } = under.dependencies;
  await db.updateTable('users').set({ passwordHash: null }).where('id', '=', user.id).execute();
  expect(codeOf(await requestExport(user, {}))).toBe('reauthentication_required');
  const fresh = { method: 'social' as const, createdAt: under.clock.now() };
  await db.updateTable('accessTokens').set(fresh).where('userId', '=', user.id).execute();
  expect((await requestExport(user, {})).status).toBe(200);
});

test('limits attempts per account, and refuses a deleted account', async () => {
  const user = await makeUser(under);
  const codes: string[] = [];
  for (let tries = 0; tries < 21; tries += 1)
    codes.push(codeOf(await requestExport(user, { password: 'a guess' })));
  expect([codes[19], codes[20]]).toEqual(['current_password_wrong', 'too_many_requests']);
  const gone = await makeUser(under);
  await under.call(api.deleteAccount, { body: { password } }, gone);
  expect(codeOf(await requestExport(gone))).toBe('unauthorized');
});
