import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeDeletedAccounts, recoverByCommand } from '../src/features/deletion/index.ts';
import { recoverAccount } from '../src/features/deletion/recover-account.ts';
import { createSealer } from '../src/platform/keys/seal.ts';
import { createOutbox } from '../src/platform/mail/outbox.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from './api-under-test.ts';
import { deliverAndWorkOff } from './paid-user.ts';
import { subscriptionChanged } from './played-provider.ts';
import { wholeCustomer } from './whole-customer.ts';
import { whereFound } from './whole-database.ts';

const password = 'correct horse battery staple';
const dayMs = 24 * 3600 * 1000;

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const recoveryDeps = () => ({
  ...under.world,
  outbox: createOutbox(under.jobs, createSealer(under.world.keys.seal)),
  dashboardUrl: 'https://dashboard.example',
});
const remove = (user: TestUser) => under.call(api.deleteAccount, { body: { password } }, user);
const purge = () => purgeDeletedAccounts(under.world);
const exists = async (id: string) =>
  (await under.world.db.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1;
const logIn = async (email: string) =>
  (await under.call(api.logIn, { body: { email, password } }, { deviceId: randomUUID() })).status;
const codeOfDeletion = ({ json }: { json: unknown }) => (json as { error: { code: string } }).error.code;

test('a recovery and the removal at once: the account is whole or gone', async () => {
  for (let round = 0; round < 4; round += 1) {
    const user = await wholeCustomer(under);
    await remove(user);
    under.clock.advance(5 * dayMs);
    const [recovered, removed] = await Promise.all([
      recoverAccount(recoveryDeps(), { id: user.id, operator: 'ada' }),
      purge(),
    ]);
    expect(removed).toBe(recovered.ok ? 0 : 1);
    expect(await logIn(user.email)).toBe(recovered.ok ? 201 : 422);
    const events = await whereFound(under.world.db, user.transactionId);
    expect(events.includes('public.provider_events.transaction_id')).toBe(recovered.ok);
  }
});

test('an operator recovers an account: it signs in again, without its old sessions and its days', async () => {
  const user = await wholeCustomer(under);
  await remove(user);
  const done = await recoverByCommand(recoveryDeps(), {
    emailOrId: user.email.toUpperCase(),
    newEmail: undefined,
    operator: 'ada',
  });
  expect(done).toContain(user.email);
  expect((await under.call(api.currentUser, {}, user)).status).toBe(401);
  expect(codeOfDeletion(await remove(user))).toBe('unauthorized');
  expect(await logIn(user.email)).toBe(201);
  const { state } = await under.world.db
    .selectFrom('subscriptions')
    .select('state')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(state).toBe('expired');
  const at = under.clock.now();
  await deliverAndWorkOff(under, subscriptionChanged({ ...user, at, status: 'active', nextPaymentAt: at }));
  expect(
    await under.world.db
      .selectFrom('operatorActions')
      .select(['operator', 'action', 'doneAt'])
      .where('userId', '=', user.id)
      .execute(),
  ).toEqual([{ operator: 'ada', action: 'recover_account', doneAt: at }]);
  expect(under.jobs.lettersTo(user.email).map(({ subject }) => subject)).toContain(
    'Your Comet account is back',
  );
  under.clock.advance(8 * dayMs);
  expect([await purge(), await exists(user.id)]).toEqual([0, true]);
});

test('an address that a newer account has confirmed is not taken from it', async () => {
  const old = await wholeCustomer(under);
  await remove(old);
  const newer = await makeUser(under, { email: old.email });
  const recover = (newEmail?: string) =>
    recoverByCommand(recoveryDeps(), { emailOrId: old.email, newEmail, operator: 'ada' });
  await expect(recover()).rejects.toThrow('A newer account has confirmed');
  await expect(recover('no address')).rejects.toThrow('is no email address');
  expect((await under.call(api.currentUser, {}, newer)).status).toBe(200);
  expect(await recover('Another@example.com')).toContain('another@example.com');
  expect([await logIn('another@example.com'), await logIn(old.email)]).toEqual([201, 201]);
});

test('of several deleted accounts with one address the operator names one', async () => {
  const first = await wholeCustomer(under);
  await remove(first);
  await remove(await makeUser(under, { email: first.email }));
  const recover = (emailOrId: string) =>
    recoverByCommand(recoveryDeps(), { emailOrId, newEmail: undefined, operator: 'ada' });
  await expect(recover(first.email)).rejects.toThrow(first.id);
  expect(await recover(first.id)).toContain(first.email);
  await expect(recover('nobody@example.com')).rejects.toThrow('No deleted account');
});

test('a link that was on its way when the account was deleted does not come back with it', async () => {
  const user = await makeUser(under);
  const body = { email: 'thief@example.com', currentPassword: password };
  await under.call(api.requestEmailChange, { body }, user);
  const token = under.jobs.tokenMailedTo('thief@example.com');
  await remove(user);
  await recoverAccount(recoveryDeps(), { id: user.id, operator: 'ada' });
  const followed = await under.call(api.confirmEmailChange, { query: { token } });
  expect(followed.text).toContain('"confirmation_expired"');
  expect(await logIn(user.email)).toBe(201);
});
