import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import type { Reply, TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { addPasskey, beginSignIn, finishSignIn, outcome } from './passkey-client.ts';
import { makeTwoFactorUser, type TwoFactorUser } from './two-factor-user.ts';

let under: ApiUnderTest;
let user: TwoFactorUser;
beforeAll(async () => {
  under = await startApi();
});
beforeEach(async () => {
  // The session began before two-factor was enabled, so no second factor was given in it.
  user = await makeTwoFactorUser(under);
});
afterAll(() => under.stop());

const minuteMs = 60_000;
/** Advances to a fresh code, and far enough for the limits of sign-ins. */
const later = () => under.clock.advance(90_000);
const nobody = '00000000-0000-4000-8000-000000000000';

interface Given {
  readonly password?: string;
  readonly code?: string;
  readonly recoveryCode?: string;
}

const ofCurrent = ({ password, ...factor }: Given) => ({ currentPassword: password, ...factor });

/** The operations with reauthentication, with their responses after a sufficient proof. */
const sensitive: Readonly<
  Record<
    string,
    { readonly passed: string; readonly attempt: (given: Given, by: TestCredentials) => Promise<Reply> }
  >
> = {
  'adding a passkey': {
    passed: 'done',
    attempt: (given, by) => under.call(api.beginPasskey, { body: given }, by),
  },
  'removing a passkey': {
    passed: 'not_found',
    attempt: (given, by) => under.call(api.removePasskey, { params: { id: nobody }, body: given }, by),
  },
  'connecting a provider': {
    passed: 'provider_not_offered',
    attempt: (given, by) => under.call(api.startIdentityLink, { body: { provider: 'google', ...given } }, by),
  },
  'disconnecting a provider': {
    passed: 'not_found',
    attempt: (given, by) => under.call(api.removeIdentity, { params: { id: nobody }, body: given }, by),
  },
  'another address': {
    passed: 'done',
    attempt: (given, by) =>
      under.call(api.requestEmailChange, { body: { email: 'new@example.com', ...ofCurrent(given) } }, by),
  },
  'another password': {
    passed: 'done',
    attempt: (given, by) =>
      under.call(api.changePassword, { body: { ...ofCurrent(given), password: 'a new sentence' } }, by),
  },
  'an export': { passed: 'done', attempt: (given, by) => under.call(api.exportData, { body: given }, by) },
  deletion: { passed: 'done', attempt: (given, by) => under.call(api.deleteAccount, { body: given }, by) },
};

const attempt = async (given: Given, by: TestCredentials = user) =>
  outcome(await under.call(api.beginPasskey, { body: given }, by));

async function logIn(deviceId: string): Promise<Required<TestCredentials>> {
  const body = { email: user.email, password: user.password };
  const { json } = await under.call(api.logIn, { body }, { deviceId });
  return { deviceId, token: (json as { access_token: string }).access_token };
}

async function verified(
  deviceId: string = randomUUID(),
  remember = false,
): Promise<Required<TestCredentials>> {
  const limited = await logIn(deviceId);
  const { json } = await under.call(api.verifyTwoFactor, { body: { remember, code: user.code() } }, limited);
  return { deviceId, token: (json as { access_token: string }).access_token };
}

describe.each(Object.entries(sensitive))('%s', (_, { passed, attempt: request }) => {
  test('requires the password and then a code', async () => {
    const { password } = user;
    expect(outcome(await request({ password }, user))).toBe('second_factor_required');
    expect(outcome(await request({ password, code: '000000' }, user))).toBe('two_factor_code_wrong');
    const recoveryCode = 'aaaa-bbbb-cccc';
    expect(outcome(await request({ password, recoveryCode }, user))).toBe('recovery_code_wrong');
    const code = user.code();
    expect(outcome(await request({ password: 'not it', code }, user))).toBe('current_password_wrong');
    // The wrong password has not used the code up.
    expect(outcome(await request({ password, code }, user))).toBe(passed);
  });
});

describe('a session in which the second factor was given', () => {
  test('is fresh for ten minutes, by the sign-in or by a code given since', async () => {
    const session = await verified();
    const { password } = user;
    expect(await attempt({ password }, session)).toBe('done');
    under.clock.advance(10 * minuteMs - 1);
    expect(await attempt({ password }, session)).toBe('done');
    under.clock.advance(1);
    expect(await attempt({ password }, session)).toBe('second_factor_required');
    expect(await attempt({ password, code: user.code() }, session)).toBe('done');
    expect(await attempt({ password }, session)).toBe('done');
    expect(await attempt({}, session)).toBe('current_password_wrong');
  });

  test('does not make other sessions fresh: neither that of a remembered device nor that from a one-time token', async () => {
    const device = randomUUID();
    const session = await verified(device, true);
    const { password } = user;
    expect(await attempt({ password }, session)).toBe('done');
    expect(await attempt({ password }, await logIn(device))).toBe('second_factor_required');
    const made = await under.call(api.createOneTimeToken, {}, session);
    const body = { oneTimeToken: (made.json as { one_time_token: string }).one_time_token };
    const opened = await under.call(api.authenticateOneTimeToken, { body }, { deviceId: device });
    const { access_token: token } = opened.json as { access_token: string };
    expect(await attempt({ password }, { deviceId: device, token })).toBe('second_factor_required');
  });

  test('that began with a passkey has given both', async () => {
    const { authenticator } = await addPasskey(under, user);
    const device = { deviceId: randomUUID() };
    const assertion = authenticator.get(await beginSignIn(under, device));
    const { json } = await finishSignIn(under, device, assertion);
    const session = { ...device, token: (json as { access_token: string }).access_token };
    expect(await attempt({ password: user.password }, session)).toBe('done');
    under.clock.advance(10 * minuteMs);
    expect(await attempt({ password: user.password }, session)).toBe('second_factor_required');
  });
});

test('accepts a recovery code, once, and notifies its owner', async () => {
  const { password, recoveryCodes } = user;
  const recoveryCode = recoveryCodes[0]!;
  expect(await attempt({ password, recoveryCode })).toBe('done');
  under.clock.advance(10 * minuteMs);
  expect(await attempt({ password, recoveryCode })).toBe('recovery_code_wrong');
  expect(under.jobs.emailsTo(user.email).map(({ subject }) => subject)).toContain('A recovery code was used');
});

test('one code is accepted in one of twenty concurrent sessions', async () => {
  const sessions: TestCredentials[] = [];
  for (let made = 0; made < 20; made += 1) {
    sessions.push(await verified());
    later();
  }
  under.clock.advance(10 * minuteMs);
  const given = { password: user.password, code: user.code() };
  const outcomes = await Promise.all(sessions.map((session) => attempt(given, session)));
  expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
  expect(outcomes.filter((one) => one === 'two_factor_code_wrong')).toHaveLength(19);
});

test('guesses are counted with those of sign-ins', async () => {
  const given = { password: user.password, code: '000000' };
  // The first of the ten was used for the set-up.
  for (let tries = 1; tries < 10; tries += 1) expect(await attempt(given)).toBe('two_factor_code_wrong');
  expect(await attempt({ ...given, code: user.code() })).toBe('too_many_requests');
});
