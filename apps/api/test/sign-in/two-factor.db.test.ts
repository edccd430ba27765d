import { api } from '@comet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepSetUps } from '../../src/features/two-factor/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { beginTwoFactor, codeOf, makeTwoFactorUser } from './two-factor-user.ts';
import { errorOf, twoFactorSessions } from './two-factor-sessions.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const { subjects, logIn, gateOf, state, verify, disable, confirm, enable } = twoFactorSessions(() => under);
const dayMs = 24 * 3600 * 1000;

describe('setting up', () => {
  test('takes effect only after secret, code and the link of the email', async () => {
    const user = await makeUser(under);
    expect(await state(user)).toMatchObject({ state: 'off', enabled_at: null });
    const { uri, secret, recoveryCodes, linkToken } = await beginTwoFactor(under, user);
    expect(uri).toBe(
      `otpauth://totp/Comet%20VPN:${encodeURIComponent(user.email)}` +
        `?issuer=Comet%20VPN&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await state(user)).toMatchObject({ state: 'activating', recovery_codes_left: 10 });
    const body = { email: user.email, password: 'correct horse battery staple' };
    const early = await under.call(api.logIn, { body }, { deviceId: user.deviceId });
    expect(await gateOf({ ...user, token: (early.json as { access_token: string }).access_token })).toBe(
      'ok',
    );
    expect(await confirm(linkToken)).toBe('ok');
    expect(await state(user)).toMatchObject({ state: 'on', recovery_codes_left: 10 });
    expect(subjects(user.email).slice(-2)).toEqual(['Turn on two-factor', 'Two-factor is on']);
  });

  test('the database contains neither the secret nor the recovery codes in plain text', async () => {
    const user = await makeTwoFactorUser(under);
    const tables = ['twoFactor', 'recoveryCodes', 'emailLinks'] as const;
    const rows = await Promise.all(
      tables.map((table) => under.dependencies.db.selectFrom(table).selectAll().execute()),
    );
    const stored = JSON.stringify(rows);
    for (const secret of [user.secret, ...user.recoveryCodes]) expect(stored).not.toContain(secret);
    expect((await state(user)) as object).not.toHaveProperty('secret');
  });

  test('requires a right first code, which is invalid for the next sign-in', async () => {
    const user = await makeUser(under);
    expect(await enable(user, '123456')).toBe('two_factor_not_begun');
    const { json } = await under.call(api.generateTwoFactor, {}, user);
    const { secret } = json as { secret: string };
    const right = codeOf(under, secret);
    expect(await enable(user, codeOf(under, secret, 5))).toBe('two_factor_code_wrong');
    expect(await enable(user, right)).toBe('ok');
    expect(await enable(user, right)).toBe('two_factor_code_wrong');
    await confirm(under.jobs.tokenMailedTo(user.email));
    expect(await disable(user, { code: right })).toBe('two_factor_code_wrong');
  });

  test('requires the password, and a wrong one spends no code', async () => {
    const user = await makeUser(under);
    const { json } = await under.call(api.generateTwoFactor, {}, user);
    const code = codeOf(under, (json as { secret: string }).secret);
    expect(await enable(user, code, 'not my password')).toBe('current_password_wrong');
    const without = await under.call(api.enableTwoFactor, { body: { code } }, user);
    expect(errorOf(without.json)).toBe('current_password_wrong');
    expect(await state(user)).toMatchObject({ state: 'off' });
    expect(subjects(user.email)).not.toContain('Turn on two-factor');
    expect(await enable(user, code)).toBe('ok');
  });

  test('distinguishes links that are unknown, used, expired or of an earlier set-up', async () => {
    const user = await makeUser(under);
    const first = await beginTwoFactor(under, user);
    const second = await beginTwoFactor(under, user);
    expect(await confirm('nothing')).toBe('link_invalid');
    expect(await confirm(first.linkToken)).toBe('confirmation_expired');
    under.clock.advance(dayMs);
    expect(await confirm(second.linkToken)).toBe('confirmation_expired');
    expect((await under.call(api.resendTwoFactor, {}, user)).status).toBe(204);
    const third = under.jobs.tokenMailedTo(user.email);
    expect([await confirm(third), await confirm(third)]).toEqual(['ok', 'link_used']);
  });

  test('one of several concurrent links of a set-up enables it', async () => {
    const user = await makeUser(under);
    const { linkToken } = await beginTwoFactor(under, user);
    await under.call(api.resendTwoFactor, {}, user);
    const resent = under.jobs.tokenMailedTo(user.email);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => confirm(index % 2 === 0 ? linkToken : resent)),
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'link_used']));
    expect(subjects(user.email).filter((subject) => subject === 'Two-factor is on')).toHaveLength(1);
  });

  test('a link works only for its purpose', async () => {
    const user = await makeUser(under, { verified: false });
    const verification = under.jobs.tokenMailedTo(user.email);
    expect(await confirm(verification)).toBe('link_invalid');
    const { deviceId } = user;
    await under.call(api.confirmEmail, { query: { token: verification } }, { deviceId });
    const { linkToken } = await beginTwoFactor(under, user);
    const asVerification = await under.call(api.confirmEmail, { query: { token: linkToken } });
    expect(errorOf(asVerification.json)).toBe('link_invalid');
  });

  test('requires a confirmed address, and is refused if two-factor is on', async () => {
    const newcomer = await makeUser(under, { verified: false });
    expect(errorOf((await under.call(api.generateTwoFactor, {}, newcomer)).json)).toBe('email_unverified');
    const user = await makeTwoFactorUser(under);
    for (const endpoint of [api.generateTwoFactor, api.resendTwoFactor]) {
      expect(errorOf((await under.call(endpoint, {}, user)).json)).toBe('two_factor_on');
    }
    expect(await enable(user, user.code())).toBe('two_factor_on');
    const another = await makeUser(under);
    expect(errorOf((await under.call(api.resendTwoFactor, {}, another)).json)).toBe('two_factor_not_begun');
  });

  test('deletes an unfinished set-up after a week, a finished one never', async () => {
    const user = await makeTwoFactorUser(under);
    const idle = await makeUser(under);
    await beginTwoFactor(under, idle);
    under.clock.advance(7 * dayMs + 1);
    await sweepSetUps(under.dependencies.db, under.clock.now());
    expect(await state(idle)).toMatchObject({ state: 'off' });
    expect(await state(user)).toMatchObject({ state: 'on' });
  });
});

describe('disabling', () => {
  test('requires a code, ends sign-ins that wait for one, and sends an email', async () => {
    const user = await makeTwoFactorUser(under);
    const waiting = await logIn(user);
    expect(await disable(user, { code: user.code(9) })).toBe('two_factor_code_wrong');
    expect(await disable(user, { recoveryCode: 'no-such-code' })).toBe('recovery_code_wrong');
    expect(await disable(user, {})).toBe('validation_failed');
    expect(await state(user)).toMatchObject({ state: 'on' });
    expect(await disable(user, { code: user.code() })).toBe('ok');
    expect(subjects(user.email).at(-1)).toBe('Two-factor is off');
    expect(await state(user)).toMatchObject({ state: 'off', recovery_codes_left: 0 });
    expect(await gateOf(waiting)).toBe('unauthorized');
    expect(await gateOf(await logIn(user))).toBe('ok');
    expect(await disable(user, { code: user.code(1) })).toBe('two_factor_off');
  });

  test('accepts a recovery code', async () => {
    const user = await makeTwoFactorUser(under);
    expect(await disable(user, { recoveryCode: user.recoveryCodes[9]! })).toBe('ok');
    expect(await state(user)).toMatchObject({ state: 'off' });
  });

  test("refuses another account's code", async () => {
    const [user, stranger] = [await makeTwoFactorUser(under), await makeTwoFactorUser(under)];
    expect(await disable(stranger, { code: user.code() })).toBe('two_factor_code_wrong');
    expect(await disable(stranger, { recoveryCode: user.recoveryCodes[0]! })).toBe('recovery_code_wrong');
    expect(await state(user)).toMatchObject({ state: 'on', recovery_codes_left: 10 });
  });

  test('happens once for concurrent requests, while sign-ins continue', async () => {
    const user = await makeTwoFactorUser(under);
    const sessions = await Promise.all(Array.from({ length: 4 }, () => logIn(user)));
    const [, ...codes] = user.recoveryCodes;
    const outcomes = await Promise.all([
      ...codes.slice(0, 4).map((recoveryCode) => disable(user, { recoveryCode })),
      ...sessions.map(
        async (session, index) => (await verify(session, { recoveryCode: codes[5 + index]! })).error,
      ),
    ]);
    expect(outcomes.slice(0, 4).filter((outcome) => outcome === 'ok')).toHaveLength(1);
    for (const outcome of outcomes) {
      expect(['ok', 'two_factor_off', 'conflict', 'unauthorized', 'recovery_code_wrong']).toContain(outcome);
    }
    expect(await state(user)).toMatchObject({ state: 'off' });
    expect(await gateOf(await logIn(user))).toBe('ok');
  });
});

test('deleting an account deletes its two-factor data', async () => {
  const user: TestUser = await makeTwoFactorUser(under);
  await under.dependencies.db.deleteFrom('users').where('id', '=', user.id).execute();
  for (const table of ['twoFactor', 'recoveryCodes', 'trustedDevices'] as const) {
    const left = await under.dependencies.db
      .selectFrom(table)
      .selectAll()
      .where('userId', '=', user.id)
      .execute();
    expect(left).toEqual([]);
  }
});
