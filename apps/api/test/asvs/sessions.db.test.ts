import { api } from '@comet/contract';
import { send, wireRequest } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { codeOf, isSignedIn, attempt, signInElsewhere } from './black-box.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const better = 'a new and better password';

test('7.2.3: every sign-in gives a new reference token of 256 random bits', async () => {
  const user = await makeUser(under);
  const again = await Promise.all(Array.from({ length: 8 }, () => signInElsewhere(under, user)));
  const tokens = [user.token, ...again.map(({ token }) => token ?? '')];
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  // No bit is constant, as it would be in a UUID or after a prefix.
  const bits = tokens.map((token) => BigInt(`0x${Buffer.from(token, 'base64url').toString('hex')}`));
  const fixedOnes = bits.reduce((all, one) => all & one);
  const everSet = bits.reduce((all, one) => all | one);
  const ones = (value: bigint) => value.toString(2).replaceAll('0', '').length;
  expect(ones(fixedOnes)).toBeLessThan(12);
  expect(ones(everSet)).toBeGreaterThan(256 - 12);
});

test('7.2.4: signing in gives a new token, and the request cannot choose it', async () => {
  const user = await makeUser(under);
  const { email, password, deviceId, token } = user;
  const planted = { body: { email, password, accessToken: token, token } };
  const again = await under.call(api.logIn, planted, user, { cookie: `access_token=${token}` });
  expect(again.text).not.toContain(token);
  await under.call(
    api.logOut,
    {},
    { token: (again.json as { access_token: string }).access_token, deviceId },
  );
  expect(await isSignedIn(under, user)).toBe(true);
});

test('7.4.1: a logged-out token is invalid on every endpoint, also for concurrent requests', async () => {
  const user = await makeUser(under);
  expect((await under.call(api.logOut, {}, user)).status).toBe(204);
  for (const [name, endpoint] of Object.entries(api)) {
    if (endpoint.caller !== 'user') continue;
    expect({ name, code: codeOf(await attempt(under, endpoint, user)) }).toEqual({
      name,
      code: 'unauthorized',
    });
  }
  const racing = await signInElsewhere(under, user);
  const [, ...late] = await Promise.all([
    under.call(api.logOut, {}, racing),
    ...Array.from({ length: 20 }, () =>
      under.call(api.addDevice, { body: { name: 'x', platform: 'other' } }, racing),
    ),
  ]);
  expect(late.every(({ status }) => [201, 401, 409].includes(status))).toBe(true);
  expect(await isSignedIn(under, racing)).toBe(false);
});

test('7.4.2: deleting the account ends every session at once', async () => {
  const user = await makeUser(under);
  const elsewhere = await signInElsewhere(under, user);
  const deleted = await under.call(api.deleteAccount, { body: { password: user.password } }, user);
  expect(deleted.status).toBeLessThan(300);
  expect([await isSignedIn(under, user), await isSignedIn(under, elsewhere)]).toEqual([false, false]);
});

test('7.4.3: a password change ends every other session, a reset every session', async () => {
  const user = await makeUser(under);
  const elsewhere = await signInElsewhere(under, user);
  const body = { currentPassword: user.password, password: better };
  expect((await under.call(api.changePassword, { body }, user)).status).toBe(204);
  expect([await isSignedIn(under, user), await isSignedIn(under, elsewhere)]).toEqual([true, false]);

  await under.call(api.requestPasswordReset, { body: { email: user.email } });
  await under.jobs.runPending();
  const reset = { token: under.jobs.tokenMailedTo(user.email), password: 'yet another good password' };
  expect((await under.call(api.confirmPasswordReset, { body: reset })).status).toBe(204);
  expect(await isSignedIn(under, user)).toBe(false);
});

test('7.5.1: changes of sign-in methods require the password', async () => {
  const user = await makeUser(under);
  const wrong = { currentPassword: 'a guess' };
  const refused = await Promise.all([
    under.call(api.changePassword, { body: { ...wrong, password: better } }, user),
    under.call(api.requestEmailChange, { body: { ...wrong, email: 'thief@example.com' } }, user),
    under.call(api.deleteAccount, { body: { password: 'a guess' } }, user),
    under.call(api.exportData, { body: { password: 'a guess' } }, user),
    under.call(api.beginPasskey, { body: { password: 'a guess' } }, user),
    under.call(api.startIdentityLink, { body: { provider: 'google', password: 'a guess' } }, user),
  ]);
  const codes = refused.map(codeOf);
  expect(codes.every((code) => ['current_password_wrong', 'provider_not_offered'].includes(code))).toBe(true);
  expect(codes.filter((code) => code === 'current_password_wrong').length).toBeGreaterThanOrEqual(5);
  const omitted = await under.call(api.changePassword, { body: { password: better } }, user);
  expect(omitted.status).toBeGreaterThanOrEqual(400);
  expect(under.jobs.emailsTo('thief@example.com')).toEqual([]);
});

test('7.5.2: the owner can list a session and end it at once', async () => {
  const user = await makeUser(under);
  const elsewhere = await signInElsewhere(under, user);
  const listed = await under.call(api.listSessions, {}, user);
  const { sessions } = listed.json as { sessions: { id: string; current: boolean }[] };
  expect(sessions).toHaveLength(2);
  const other = sessions.find(({ current }) => !current)?.id ?? '';
  expect((await under.call(api.revokeSession, { params: { id: other } }, user)).status).toBe(204);
  expect([await isSignedIn(under, user), await isSignedIn(under, elsewhere)]).toEqual([true, false]);
});

test('14.2.1: an access token is accepted in its header only', async () => {
  const user = await makeUser(under);
  const { method, path } = wireRequest(api.currentUser, {});
  const elsewhere = [
    { path: `${path}?access_token=${user.token}` },
    { path: `${path}?token=${user.token}&device_id=${user.deviceId}` },
    { path, cookie: `access_token=${user.token}; comet:access-token=${user.token}` },
    { path, 'x-access-token': user.token },
  ];
  for (const { path: where, ...headers } of elsewhere) {
    const sent = { method, path: where, headers: { ...headers, 'app-identifier': user.deviceId } };
    expect({ where, status: (await send(under.baseUrl, sent)).status }).toEqual({ where, status: 401 });
  }
});
