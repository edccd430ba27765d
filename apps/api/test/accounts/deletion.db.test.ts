import { randomUUID } from 'node:crypto';
import { subjectWith } from '@comet/admission';
import { api } from '@comet/contract';
import type { Reply, TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignInMethod } from '../../src/platform/database/schema.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  newWireguardKey,
  startApi,
} from '../fixture/api-fixture.ts';
import { type PaidUser, makePaidUser } from '../payments/paid-user.ts';
import { dayMs, password } from './deletion-calls.ts';

const minuteMs = 60 * 1000;

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const codeOf = ({ json }: Reply) => (json as { error?: { code: string } } | null)?.error?.code ?? 'none';
const remove = (caller: TestCredentials, given: { password?: string } = { password }, key?: string) =>
  under.call(api.deleteAccount, { body: given }, caller, key === undefined ? {} : { 'idempotency-key': key });
const logIn = (email: string, given = password, device?: string) =>
  under.call(
    api.logIn,
    { body: { email, password: given } },
    device === undefined ? {} : { deviceId: device },
  );
const tokenOf = ({ json }: Reply) => (json as { access_token: string }).access_token;
const tokensOf = async (userId: string) =>
  (await under.dependencies.db.selectFrom('accessTokens').select('id').where('userId', '=', userId).execute())
    .length;

test('a deletion requires the password, and returns the deadline for undoing it', async () => {
  const user = await makeUser(under);
  expect(codeOf(await remove(user, {}))).toBe('current_password_wrong');
  expect(codeOf(await remove(user, { password: 'something else' }))).toBe('current_password_wrong');
  expect((await under.call(api.currentUser, {}, user)).status).toBe(200);
  const at = under.clock.now().getTime();
  const deleted = await remove(user);
  expect({ status: deleted.status, json: deleted.json }).toEqual({
    status: 200,
    json: {
      recoverable_until: new Date(at + 5 * dayMs).toISOString(),
      removed_by: new Date(at + 7 * dayMs).toISOString(),
    },
  });
});

test.each<readonly [SignInMethod, number, string]>([
  ['social', 9, 'none'],
  ['passkey', 9, 'none'],
  ['social', 10, 'reauthentication_required'],
  ['password', 1, 'reauthentication_required'],
  ['quick_login', 1, 'reauthentication_required'],
])('without a password, a %s session started %i minutes ago gets %s', async (method, minutes, code) => {
  const user = await makeUser(under);
  const { db } = under.dependencies;
  await db.updateTable('users').set({ passwordHash: null }).where('id', '=', user.id).execute();
  const createdAt = new Date(under.clock.now().getTime() - minutes * minuteMs);
  await db.updateTable('accessTokens').set({ method, createdAt }).where('userId', '=', user.id).execute();
  expect(codeOf(await remove(user, {}))).toBe(code);
});

test('ends every session at once; the deleting session can only repeat the request', async () => {
  const user = await makeUser(under);
  const device = randomUUID();
  const other = { token: tokenOf(await logIn(user.email, password, device)), deviceId: device };
  const approved = await under.call(api.startDeviceAuthorization, {
    body: { deviceName: 'Laptop', platform: 'linux' },
  });
  const codes = approved.json as { user_code: string; device_code: string };
  await under.call(api.decideQuickLogin, { body: { userCode: codes.user_code, approve: true } }, other);
  const key = randomUUID();
  const first = await remove(user, { password }, key);
  expect((await under.call(api.currentUser, {}, other)).status).toBe(401);
  expect((await under.call(api.currentUser, {}, user)).status).toBe(401);
  expect((await under.call(api.listDevices, {}, user)).status).toBe(401);
  const polled = await under.call(api.pollDeviceAuthorization, { body: { deviceCode: codes.device_code } });
  expect(polled.status).toBe(400);
  const repeated = await remove(user, { password }, key);
  expect([repeated.status, repeated.json]).toEqual([200, first.json]);
  expect(codeOf(await remove(user, { password: 'another body' }, key))).toBe('idempotency_key_reused');
  expect(codeOf(await remove(user))).toBe('account_deleted');
  expect(codeOf(await remove(other))).toBe('unauthorized');
});

test('a sign-in with the right password reports the deleted account', async () => {
  const user = await makeUser(under);
  await remove(user);
  const response = await logIn(user.email);
  expect([response.status, codeOf(response)]).toEqual([403, 'account_deleted']);
  expect(response.text).toContain(
    'This account was recently deleted. Please create a new one or contact support to recover old one.',
  );
  const wrong = await logIn(user.email, 'something else');
  const unknown = await logIn('nobody@example.com', 'something else');
  expect([wrong.status, wrong.json]).toEqual([unknown.status, unknown.json]);
});

test('an unconfirmed account can be deleted, without an email to the unverified mailbox', async () => {
  const user = await makeUser(under, { verified: false });
  const emails = under.jobs.emailsTo(user.email).length;
  expect((await remove(user)).status).toBe(200);
  expect(codeOf(await logIn(user.email))).toBe('account_deleted');
  expect(under.jobs.emailsTo(user.email)).toHaveLength(emails);
});

test('a new account can use the address at once, with the same or another password', async () => {
  const old = await makeUser(under, { password: 'the password of the old one' });
  await remove(old, { password: 'the password of the old one' });
  const anew = await makeUser(under, { email: old.email, verified: false });
  expect((await logIn(old.email)).status).toBe(201);
  expect(codeOf(await logIn(old.email, 'the password of the old one'))).toBe('account_deleted');
  const query = { token: under.jobs.tokenMailedTo(old.email) };
  const confirmed = await under.call(api.confirmEmail, { query }, { deviceId: anew.deviceId });
  expect(confirmed.status).toBe(200);
  expect((await under.call(api.currentUser, {}, anew)).json).toMatchObject({ email_verified: true });
  expect(codeOf(await logIn(old.email, 'the password of the old one'))).toBe('account_deleted');
  expect(codeOf(await logIn(old.email, 'neither of the two'))).toBe('wrong_credentials');
});

test('after a new registration with the same password, signing in opens the new account', async () => {
  const old = await makeUser(under);
  await remove(old);
  const anew = await makeUser(under, { email: old.email, verified: false });
  const device = randomUUID();
  const speaker = { token: tokenOf(await logIn(old.email, password, device)), deviceId: device };
  expect((await under.call(api.currentUser, {}, speaker)).json).toMatchObject({ id: anew.id });
});

test('a mailed link of a deleted account has no effect and is not used up', async () => {
  const user = await makeUser(under, { verified: false });
  const token = under.jobs.tokenMailedTo(user.email);
  await remove(user);
  const follow = () => under.call(api.confirmEmail, { query: { token } });
  expect([codeOf(await follow()), codeOf(await follow())]).toEqual(['account_deleted', 'account_deleted']);
});

test('emails the owner the day of removal and how to undo the deletion', async () => {
  const user = await makeUser(under);
  await remove(user);
  const email = under.jobs.emailsTo(user.email).at(-1);
  expect(email?.subject).toBe('Your Comet account was deleted');
  expect(email?.paragraphs.join(' ')).toContain('Reply to this email by 26 November 2026');
  expect(email?.facts).toContainEqual({ term: 'Permanent removal', value: 'By 28 November 2026' });
});

async function addDevice(user: PaidUser): Promise<string> {
  const added = await under.call(api.addDevice, { body: { name: 'Laptop', platform: 'linux' } }, user);
  return (added.json as { device: { id: string } }).device.id;
}

test('ends tunnels on every gateway, including those of concurrently requested tickets', async () => {
  const gateway = await makeGateway(under);
  for (let round = 0; round < 5; round += 1) {
    const user = await makePaidUser(under);
    const body = {
      deviceId: await addDevice(user),
      gatewayId: gateway.id,
      publicKey: newWireguardKey(),
      standby: false,
    };
    const [deleted, ...tickets] = await Promise.all([
      remove(user),
      ...Array.from({ length: 6 }, () => under.call(api.issueTicket, { body }, user)),
    ]);
    expect(deleted.status).toBe(200);
    const revoked = await under.dependencies.db.selectFrom('gatewayChanges').selectAll().execute();
    for (const { json } of tickets.filter(({ status }) => status === 201)) {
      const [, claims = ''] = (json as { ticket: string }).ticket.split('.');
      const { sub, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
        sub: string;
        iat: number;
      };
      const covers = revoked.some(
        ({ accountKeys, notBefore }) =>
          iat < notBefore && accountKeys?.some((key) => subjectWith(key, gateway.id) === sub),
      );
      expect(covers).toBe(true);
    }
    under.clock.advance(1000);
  }
});

test('a deletion during sign-ins leaves no session', async () => {
  const user = await makeUser(under);
  const [deleted, ...signIns] = await Promise.all([
    remove(user),
    ...Array.from({ length: 20 }, () => logIn(user.email, password, randomUUID())),
  ]);
  expect(deleted.status).toBe(200);
  for (const { status } of signIns) expect([201, 403]).toContain(status);
  expect(await tokensOf(user.id)).toBe(1);
});

test('one of twenty concurrent deletions succeeds; with one idempotency key all get its response', async () => {
  const [one, other] = [await makeUser(under), await makeUser(under)];
  const many = (caller: TestCredentials, key?: string) =>
    Promise.all(Array.from({ length: 20 }, () => remove(caller, { password }, key)));
  const apart = await many(one);
  expect(apart.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(apart.map(codeOf))).toEqual(new Set(['none', 'account_deleted']));
  const together = await many(other, randomUUID());
  expect(new Set(together.map(({ text }) => text)).size).toBe(1);
  expect(new Set(together.map(({ status }) => status))).toEqual(new Set([200]));
  for (const { email } of [one, other]) {
    const subjects = under.jobs.emailsTo(email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Your Comet account was deleted')).toHaveLength(1);
  }
});

test('guesses at the password are limited per account', async () => {
  const user = await makeUser(under);
  const codes: string[] = [];
  for (let tries = 0; tries < 21; tries += 1) codes.push(codeOf(await remove(user, { password: 'a guess' })));
  expect(codes.at(-1)).toBe('too_many_requests');
  expect(new Set(codes.slice(0, 20))).toEqual(new Set(['current_password_wrong']));
});
