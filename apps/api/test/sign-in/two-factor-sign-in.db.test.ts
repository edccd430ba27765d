import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteIdleTokens, deletePastTrust } from '../../src/features/users/index.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { beginTwoFactor, makeTwoFactorUser, type TwoFactorUser } from './two-factor-user.ts';
import { errorOf, twoFactorSessions } from './two-factor-sessions.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const { subjects, logIn, gateOf, state, verify, disable, confirm } = twoFactorSessions(() => under);
const minuteMs = 60_000;
const dayMs = 24 * 3600 * 1000;

describe('signing in', () => {
  let user: TwoFactorUser;
  beforeAll(async () => {
    user = await makeTwoFactorUser(under);
  });

  test('a password gives a token that can only show and give the second factor, and log out', async () => {
    const limited = await logIn(user);
    expect(await gateOf(limited)).toBe('two_factor_code_required');
    for (const endpoint of [api.showTwoFactor, api.generateTwoFactor, api.resendTwoFactor, api.listDevices]) {
      const { status, json } = await under.call(endpoint, {}, limited);
      expect([status, errorOf(json)]).toEqual([403, 'two_factor_code_required']);
    }
    expect(await disable(limited, { code: user.code() })).toBe('two_factor_code_required');
    expect((await under.call(api.logOut, {}, limited)).status).toBe(204);
    expect(await gateOf(limited)).toBe('unauthorized');
  });

  test('a code ends the limited token and gives a full one', async () => {
    under.clock.advance(minuteMs);
    const limited = await logIn(user);
    const notices = () => subjects(user.email).filter((subject) => subject === 'New sign-in to Comet').length;
    const before = notices();
    const { status, full } = await verify(limited, { code: user.code() });
    expect(status).toBe(201);
    // The notice of a new device follows the second factor.
    expect([before, notices()]).toEqual([0, 1]);
    expect(full.token).not.toBe(limited.token);
    expect(await gateOf(full)).toBe('ok');
    expect(await gateOf(limited)).toBe('unauthorized');
    expect((await verify(full, { code: user.code(1) })).error).toBe('conflict');
  });

  test.each([
    [-2, 'two_factor_code_wrong'],
    [-1, 'ok'],
    [0, 'ok'],
    [1, 'ok'],
    [2, 'two_factor_code_wrong'],
  ])('a clock that differs by %i steps: %s', async (stepsAway, expected) => {
    under.clock.advance(10 * minuteMs);
    expect((await verify(await logIn(user), { code: user.code(stepsAway) })).error).toBe(expected);
  });

  test('a code works once, and never after a later one', async () => {
    under.clock.advance(10 * minuteMs);
    const [previous, present] = [user.code(-1), user.code()];
    expect((await verify(await logIn(user), { code: present })).error).toBe('ok');
    expect((await verify(await logIn(user), { code: present })).error).toBe('two_factor_code_wrong');
    expect((await verify(await logIn(user), { code: previous })).error).toBe('two_factor_code_wrong');
    expect((await verify(await logIn(user), { code: user.code(1) })).error).toBe('ok');
  });

  test('of concurrent sign-ins with one code one succeeds', async () => {
    under.clock.advance(10 * minuteMs);
    const sessions = await Promise.all(Array.from({ length: 10 }, () => logIn(user)));
    const code = user.code();
    const errors = (await Promise.all(sessions.map((session) => verify(session, { code })))).map(
      ({ error }) => error,
    );
    expect(errors.filter((error) => error === 'ok')).toHaveLength(1);
    expect(new Set(errors)).toEqual(new Set(['ok', 'two_factor_code_wrong']));
  });

  test('one sign-in gives one token with concurrent factors, and uses one of them up', async () => {
    const owner = await makeTwoFactorUser(under);
    const limited = await logIn(owner);
    const outcomes = await Promise.all(
      owner.recoveryCodes.map((recoveryCode) => verify(limited, { recoveryCode })),
    );
    const through = outcomes.filter(({ error }) => error === 'ok');
    expect(through).toHaveLength(1);
    for (const { error } of outcomes) expect(['ok', 'conflict', 'unauthorized']).toContain(error);
    expect(await state(through[0]!.full)).toMatchObject({ recovery_codes_left: 9 });
  });

  test("refuses another account's code and recovery code", async () => {
    under.clock.advance(10 * minuteMs);
    const stranger = await makeTwoFactorUser(under);
    const limited = await logIn(user);
    expect((await verify(limited, { code: stranger.code() })).error).toBe('two_factor_code_wrong');
    const recoveryCode = stranger.recoveryCodes[0]!;
    expect((await verify(limited, { recoveryCode })).error).toBe('recovery_code_wrong');
    expect((await verify(await logIn(stranger), { recoveryCode })).error).toBe('ok');
  });

  test('a limited token is bound to its device, and is valid for fifteen minutes', async () => {
    under.clock.advance(10 * minuteMs);
    const limited = await logIn(user);
    const elsewhere = { ...limited, deviceId: randomUUID() };
    expect((await verify(elsewhere, { code: user.code() })).error).toBe('unauthorized');
    under.clock.advance(15 * minuteMs);
    expect(await gateOf(limited)).toBe('two_factor_code_required');
    under.clock.advance(1);
    expect(await gateOf(limited)).toBe('unauthorized');
    await deleteIdleTokens(under.dependencies.db, under.clock.now());
    const left = await under.dependencies.db
      .selectFrom('accessTokens')
      .select('id')
      .where('isLimited', '=', true)
      .execute();
    expect(left).toEqual([]);
  });

  test('a request contains either a code or a recovery code', async () => {
    const limited = await logIn(user);
    const both = { code: user.code(), recoveryCode: user.recoveryCodes[0]! };
    for (const given of [{}, both]) {
      const { error, status } = await verify(limited, given);
      expect([status, error]).toEqual([422, 'validation_failed']);
    }
  });

  test('a quick login needs no code: its owner is signed in to the dashboard', async () => {
    const device = { deviceId: randomUUID() };
    const body = { deviceName: 'Laptop', platform: 'linux' as const };
    const started = await under.call(api.startDeviceAuthorization, { body }, device);
    const { device_code: deviceCode, user_code: userCode } = started.json as Record<string, string>;
    const decision = { body: { userCode: userCode!, approve: true } };
    expect((await under.call(api.decideQuickLogin, decision, user)).status).toBe(204);
    under.clock.advance(5_000);
    const polled = await under.call(
      api.pollDeviceAuthorization,
      { body: { deviceCode: deviceCode! } },
      device,
    );
    const { access_token: token } = polled.json as { access_token: string };
    expect(await gateOf({ ...device, token })).toBe('ok');
  });
});

describe('a remembered device', () => {
  async function remembering(): Promise<{ user: TwoFactorUser; device: string }> {
    const user = await makeTwoFactorUser(under);
    const device = randomUUID();
    await verify(await logIn(user, device), { code: user.code(), remember: true });
    return { user, device };
  }

  test('requires no code for thirty days; other devices, and other accounts on it, do', async () => {
    const { user, device } = await remembering();
    expect(await gateOf(await logIn(user, device))).toBe('ok');
    expect(await gateOf(await logIn(user))).toBe('two_factor_code_required');
    const other = await makeTwoFactorUser(under);
    expect(await gateOf(await logIn(other, device))).toBe('two_factor_code_required');
    under.clock.advance(30 * dayMs - minuteMs);
    expect(await gateOf(await logIn(user, device))).toBe('ok');
    under.clock.advance(minuteMs);
    expect(await gateOf(await logIn(user, device))).toBe('two_factor_code_required');
    await deletePastTrust(under.dependencies.db, new Date(under.clock.now().getTime() + 1));
    const left = await under.dependencies.db
      .selectFrom('trustedDevices')
      .select('deviceHash')
      .where('userId', '=', user.id)
      .execute();
    expect(left).toEqual([]);
  });

  test('is not remembered without the request, nor without a device id', async () => {
    const user = await makeTwoFactorUser(under);
    const device = randomUUID();
    await verify(await logIn(user, device), { code: user.code() });
    expect(await gateOf(await logIn(user, device))).toBe('two_factor_code_required');
    const nameless = async () => {
      const body = { email: user.email, password: user.password };
      const { json } = await under.call(api.logIn, { body });
      return { token: (json as { access_token: string }).access_token };
    };
    expect((await verify(await nameless(), { code: user.code(1), remember: true })).error).toBe('ok');
    expect(await gateOf(await nameless())).toBe('two_factor_code_required');
  });

  test.each([
    ['all sessions are', api.revokeAllSessions],
    ['the others are', api.revokeOtherSessions],
  ])('is forgotten when %s ended', async (_, endpoint) => {
    const { user, device } = await remembering();
    expect((await under.call(endpoint, {}, user)).status).toBe(204);
    expect(await gateOf(await logIn(user, device))).toBe('two_factor_code_required');
  });

  test('is forgotten only when its own session is ended', async () => {
    const { user, device } = await remembering();
    const second = randomUUID();
    await verify(await logIn(user, second), { recoveryCode: user.recoveryCodes[0]!, remember: true });
    const session = await logIn(user, device);
    const { sessions } = (await under.call(api.listSessions, {}, session)).json as {
      sessions: { id: string; current: boolean }[];
    };
    const { id } = sessions.find(({ current }) => current)!;
    expect((await under.call(api.revokeSession, { params: { id } }, user)).status).toBe(204);
    expect(await gateOf(await logIn(user, device))).toBe('two_factor_code_required');
    expect(await gateOf(await logIn(user, second))).toBe('ok');
  });

  test('is forgotten when two-factor is disabled, also after it is enabled again', async () => {
    const { user, device } = await remembering();
    under.clock.advance(minuteMs);
    expect(await disable(user, { code: user.code() })).toBe('ok');
    under.clock.advance(minuteMs);
    const { linkToken } = await beginTwoFactor(under, user);
    await confirm(linkToken);
    expect(await gateOf(await logIn(user, device))).toBe('two_factor_code_required');
  });
});
