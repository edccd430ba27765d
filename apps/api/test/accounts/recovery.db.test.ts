import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recoverByCommand } from '../../src/features/deletion/index.ts';
import { recoverAccount } from '../../src/features/deletion/recover-command.ts';
import { type ApiUnderTest, makeGateway, makeUser, startApi } from '../fixture/api-fixture.ts';
import { dayMs, deletionCalls, password } from './deletion-calls.ts';
import { deliverAndProcess } from '../payments/paid-user.ts';
import { subscriptionChanged } from '../payments/fake-provider.ts';
import { makePopulatedCustomer } from './populated-customer.ts';
import { columnsContaining } from '../database/search-database.ts';

let under: ApiUnderTest;
let deletion: ReturnType<typeof deletionCalls>;
beforeAll(async () => {
  under = await startApi();
  deletion = deletionCalls(under);
  await makeGateway(under);
});
afterAll(() => under.stop());

const logIn = async (email: string) =>
  (await under.call(api.logIn, { body: { email, password } }, { deviceId: randomUUID() })).status;
const codeOfDeletion = ({ json }: { json: unknown }) => (json as { error: { code: string } }).error.code;

test('after a concurrent recovery and removal, the account is complete or removed', async () => {
  for (let round = 0; round < 4; round += 1) {
    const user = await makePopulatedCustomer(under);
    await deletion.remove(user);
    under.clock.advance(5 * dayMs);
    const [recovered, removed] = await Promise.all([
      recoverAccount(deletion.recoveryDeps(), { id: user.id, operator: 'ada' }),
      deletion.purge(),
    ]);
    expect(removed).toBe(recovered.ok ? 0 : 1);
    expect(await logIn(user.email)).toBe(recovered.ok ? 201 : 422);
    const events = await columnsContaining(under.dependencies.db, user.transactionId);
    expect(events.includes('public.provider_events.transaction_id')).toBe(recovered.ok);
  }
});

test('an operator recovers an account, which can sign in again, without its old sessions and days', async () => {
  const user = await makePopulatedCustomer(under);
  await deletion.remove(user);
  const done = await recoverByCommand(deletion.recoveryDeps(), {
    emailOrId: user.email.toUpperCase(),
    newEmail: undefined,
    operator: 'ada',
  });
  expect(done).toContain(user.email);
  expect((await under.call(api.currentUser, {}, user)).status).toBe(401);
  expect(codeOfDeletion(await deletion.remove(user))).toBe('unauthorized');
  expect(await logIn(user.email)).toBe(201);
  const { state } = await under.dependencies.db
    .selectFrom('subscriptions')
    .select('state')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(state).toBe('expired');
  const at = under.clock.now();
  await deliverAndProcess(under, subscriptionChanged({ ...user, at, status: 'active', nextPaymentAt: at }));
  expect(
    await under.dependencies.db
      .selectFrom('operatorActions')
      .select(['operator', 'action', 'doneAt'])
      .where('userId', '=', user.id)
      .execute(),
  ).toEqual([{ operator: 'ada', action: 'recover_account', doneAt: at }]);
  expect(under.jobs.emailsTo(user.email).map(({ subject }) => subject)).toContain(
    'Your Comet account is back',
  );
  under.clock.advance(8 * dayMs);
  expect([await deletion.purge(), await deletion.exists(user.id)]).toEqual([0, true]);
});

test('does not take an address from a newer account that has confirmed it', async () => {
  const old = await makePopulatedCustomer(under);
  await deletion.remove(old);
  const newer = await makeUser(under, { email: old.email });
  const recover = (newEmail?: string) =>
    recoverByCommand(deletion.recoveryDeps(), { emailOrId: old.email, newEmail, operator: 'ada' });
  await expect(recover()).rejects.toThrow('A newer account has confirmed');
  await expect(recover('no address')).rejects.toThrow('Not an email address');
  expect((await under.call(api.currentUser, {}, newer)).status).toBe(200);
  expect(await recover('Another@example.com')).toContain('another@example.com');
  expect([await logIn('another@example.com'), await logIn(old.email)]).toEqual([201, 201]);
});

test('requires the operator to choose one of several deleted accounts with an address', async () => {
  const first = await makePopulatedCustomer(under);
  await deletion.remove(first);
  await deletion.remove(await makeUser(under, { email: first.email }));
  const recover = (emailOrId: string) =>
    recoverByCommand(deletion.recoveryDeps(), { emailOrId, newEmail: undefined, operator: 'ada' });
  await expect(recover(first.email)).rejects.toThrow(first.id);
  expect(await recover(first.id)).toContain(first.email);
  await expect(recover('nobody@example.com')).rejects.toThrow('No deleted account');
});

test('a link sent before the deletion stays invalid after the recovery', async () => {
  const user = await makeUser(under);
  const body = { email: 'thief@example.com', currentPassword: password };
  await under.call(api.requestEmailChange, { body }, user);
  const token = under.jobs.tokenMailedTo('thief@example.com');
  await deletion.remove(user);
  await recoverAccount(deletion.recoveryDeps(), { id: user.id, operator: 'ada' });
  const followed = await under.call(api.confirmEmailChange, { query: { token } });
  expect(followed.text).toContain('"confirmation_expired"');
  expect(await logIn(user.email)).toBe(201);
});
