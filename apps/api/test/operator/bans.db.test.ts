import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { supportCommands } from '../../src/features/support/index.ts';
import {
  type ApiUnderTest,
  makeGateway,
  newWireguardKey,
  startApi,
  type TestUser,
} from '../fixture/api-fixture.ts';
import { makePaidUser, processDeps } from '../payments/paid-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
  await makeGateway(under);
});
afterAll(() => under.stop());

const run = (...words: string[]): Promise<string> =>
  supportCommands['customers']?.({ ...processDeps(under), billing: under.billing, operator: 'ada' }, words) ??
  Promise.reject(new Error('no command'));
const signIn = ({ email, password, deviceId }: TestUser) =>
  under.call(api.logIn, { body: { email, password } }, { deviceId });
const grantsOf = ({ id }: TestUser) =>
  under.dependencies.db.selectFrom('gatewayGrants').select('withdrawnAt').where('userId', '=', id).execute();
const revocations = async () =>
  (await under.dependencies.db.selectFrom('gatewayChanges').select('kind').execute()).length;

test('a ban ends sessions and credentials, stops the renewal, and names the appeal at sign-in', async () => {
  const user = await makePaidUser(under);
  const body = { name: 'Router', location: 'nl-ams', publicKey: newWireguardKey() };
  expect((await under.call(api.addWireguardConfig, { body }, user)).status).toBe(201);
  const before = await revocations();
  expect(await run('ban', user.email, '--reason', 'sends spam')).toContain('banned');
  expect((await under.call(api.currentUser, {}, user)).status).toBe(401);
  const grants = await grantsOf(user);
  expect(grants.length).toBeGreaterThan(0);
  expect(grants.every(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true);
  expect(await revocations()).toBeGreaterThan(before);
  const stopped = under.jobs.recorded.filter(({ name }) => name === 'subscription.stop-renewal');
  expect(stopped.map(({ data }) => data)).toContainEqual({ providerSubscriptionId: user.subscriptionId });
  const refused = await signIn(user);
  expect(refused.status).toBe(403);
  expect(JSON.stringify(refused.json)).toContain('To appeal, write to us on the contact page');
  // A wrong password reveals nothing about the account.
  expect((await signIn({ ...user, password: 'another long password' })).status).toBe(422);
  await expect(run('ban', user.email, '--reason', 'again')).rejects.toThrow('banned already');
});

test('an unban restores access for the paid period', async () => {
  const user = await makePaidUser(under);
  const body = { name: 'Router', location: 'nl-ams', publicKey: newWireguardKey() };
  await under.call(api.addWireguardConfig, { body }, user);
  await run('ban', user.id, '--reason', 'a mistake');
  expect(await run('unban', user.id)).toContain('can sign in again');
  expect((await signIn(user)).status).toBe(201);
  expect((await grantsOf(user)).every(({ withdrawnAt }) => withdrawnAt === null)).toBe(true);
  await expect(run('unban', user.id)).rejects.toThrow('isn’t banned');
  const lines = await under.dependencies.db
    .selectFrom('operatorActions')
    .select(['action', 'details'])
    .where('userId', '=', user.id)
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { action: 'ban_customer', details: { reason: 'a mistake' } },
    { action: 'unban_customer', details: {} },
  ]);
});

test('a sign-in at the same time as a ban leaves no session', async () => {
  const user = await makePaidUser(under);
  const attempts = [signIn(user), run('ban', user.id, '--reason', 'spam'), signIn(user), signIn(user)];
  await Promise.all(attempts);
  const sessions = await under.dependencies.db
    .selectFrom('accessTokens')
    .select('id')
    .where('userId', '=', user.id)
    .execute();
  expect(sessions).toEqual([]);
});

test('a ban needs a reason and an account', async () => {
  const user = await makePaidUser(under);
  await expect(run('ban', user.id)).rejects.toThrow('--reason');
  await expect(run('ban', user.id, '--reason', ' ')).rejects.toThrow('--reason');
  await expect(run('ban', 'nobody@example.com', '--reason', 'x')).rejects.toThrow('No account');
  expect((await under.call(api.currentUser, {}, user)).status).toBe(200);
});
