import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import type { Speaker } from '@comet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepSetUps } from '../src/features/two-factor/index.ts';
import { sweepAccounts } from '../src/features/users/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from './api-under-test.ts';
import { beginTwoFactor, codeOf, makeTwoFactorUser, type TwoFactorUser } from './two-factor-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const errorOf = (json: unknown) => (json as { error?: { code: string } } | null)?.error?.code ?? 'ok';
const subjects = (email: string) => under.jobs.lettersTo(email).map((letter) => letter.subject);

/** Signs in by password; what the token may do is then asked of the API. */
async function logIn(user: TwoFactorUser, deviceId: string = randomUUID()): Promise<Speaker> {
  const body = { email: user.email, password: user.password };
  const { json } = await under.call(api.logIn, { body }, { deviceId });
  return { token: (json as { access_token: string }).access_token, deviceId };
}

const gateOf = async (speaker: Speaker) => errorOf((await under.call(api.currentUser, {}, speaker)).json);
const state = async (speaker: Speaker) => (await under.call(api.showTwoFactor, {}, speaker)).json;

interface Given {
  readonly code?: string;
  readonly recoveryCode?: string;
  readonly remember?: boolean;
}
async function verify(speaker: Speaker, { remember = false, ...factor }: Given) {
  const answer = await under.call(api.verifyTwoFactor, { body: { remember, ...factor } }, speaker);
  const { access_token: token = '' } = answer.json as { access_token?: string };
  return { ...answer, error: errorOf(answer.json), full: { ...speaker, token } };
}
const disable = async (speaker: Speaker, body: Omit<Given, 'remember'>) =>
  errorOf((await under.call(api.disableTwoFactor, { body }, speaker)).json);
const confirm = async (token: string) =>
  errorOf((await under.call(api.confirmTwoFactor, { query: { token } })).json);
const enable = async (speaker: Speaker, code: string) =>
  errorOf((await under.call(api.enableTwoFactor, { body: { code } }, speaker)).json);

describe('setting up', () => {
  test('a secret, a code, a link in the mail: only then does signing in ask for a code', async () => {
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

  test('the secret and the recovery codes are nowhere to be read in the database', async () => {
    const user = await makeTwoFactorUser(under);
    const tables = ['twoFactor', 'recoveryCodes', 'emailLinks'] as const;
    const rows = await Promise.all(
      tables.map((table) => under.world.db.selectFrom(table).selectAll().execute()),
    );
    const stored = JSON.stringify(rows);
    for (const secret of [user.secret, ...user.recoveryCodes]) expect(stored).not.toContain(secret);
    expect((await state(user)) as object).not.toHaveProperty('secret');
  });

  test('the first code has to be right, and is worth nothing for the sign-in after it', async () => {
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

  test('a link that is unknown, used, too old or of an earlier set-up says which', async () => {
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

  test('of links to the same set-up, however they are raced, one turns it on', async () => {
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

  test('a link for one thing does nothing else', async () => {
    const user = await makeUser(under, { verified: false });
    const verification = under.jobs.tokenMailedTo(user.email);
    expect(await confirm(verification)).toBe('link_invalid');
    const { deviceId } = user;
    await under.call(api.confirmEmail, { query: { token: verification } }, { deviceId });
    const { linkToken } = await beginTwoFactor(under, user);
    const asVerification = await under.call(api.confirmEmail, { query: { token: linkToken } });
    expect(errorOf(asVerification.json)).toBe('link_invalid');
  });

  test('it needs a confirmed address, and ends before it begins where two-factor is on', async () => {
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

  test('a set-up that nobody finishes is forgotten after a week, a finished one never', async () => {
    const user = await makeTwoFactorUser(under);
    const idle = await makeUser(under);
    await beginTwoFactor(under, idle);
    under.clock.advance(7 * dayMs + 1);
    await sweepSetUps(under.world.db, under.clock.now());
    expect(await state(idle)).toMatchObject({ state: 'off' });
    expect(await state(user)).toMatchObject({ state: 'on' });
  });
});

describe('signing in', () => {
  let user: TwoFactorUser;
  beforeAll(async () => {
    user = await makeTwoFactorUser(under);
  });

  test('a password gives a token that can read the gate, pass it, and log out', async () => {
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
    // A new device is told once it is in, not when it stands at the gate.
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
  ])('a clock that is %i steps away: %s', async (stepsAway, expected) => {
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

  test('one code given by many sign-ins at once lets one of them in', async () => {
    under.clock.advance(10 * minuteMs);
    const sessions = await Promise.all(Array.from({ length: 10 }, () => logIn(user)));
    const code = user.code();
    const errors = (await Promise.all(sessions.map((session) => verify(session, { code })))).map(
      ({ error }) => error,
    );
    expect(errors.filter((error) => error === 'ok')).toHaveLength(1);
    expect(new Set(errors)).toEqual(new Set(['ok', 'two_factor_code_wrong']));
  });

  test('one sign-in gives one token, however many factors arrive at once, and spends one of them', async () => {
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

  test("another account's code and recovery code open nothing", async () => {
    under.clock.advance(10 * minuteMs);
    const stranger = await makeTwoFactorUser(under);
    const limited = await logIn(user);
    expect((await verify(limited, { code: stranger.code() })).error).toBe('two_factor_code_wrong');
    const recoveryCode = stranger.recoveryCodes[0]!;
    expect((await verify(limited, { recoveryCode })).error).toBe('recovery_code_wrong');
    expect((await verify(await logIn(stranger), { recoveryCode })).error).toBe('ok');
  });

  test('a limited token is bound to its device, and lives fifteen minutes', async () => {
    under.clock.advance(10 * minuteMs);
    const limited = await logIn(user);
    const elsewhere = { ...limited, deviceId: randomUUID() };
    expect((await verify(elsewhere, { code: user.code() })).error).toBe('unauthorized');
    under.clock.advance(15 * minuteMs);
    expect(await gateOf(limited)).toBe('two_factor_code_required');
    under.clock.advance(1);
    expect(await gateOf(limited)).toBe('unauthorized');
    await sweepAccounts(under.world.db, under.clock.now());
    const left = await under.world.db
      .selectFrom('accessTokens')
      .select('id')
      .where('isLimited', '=', true)
      .execute();
    expect(left).toEqual([]);
  });

  test('a request names a code or a recovery code, one of them', async () => {
    const limited = await logIn(user);
    const both = { code: user.code(), recoveryCode: user.recoveryCodes[0]! };
    for (const given of [{}, both]) {
      const { error, status } = await verify(limited, given);
      expect([status, error]).toEqual([422, 'validation_failed']);
    }
  });

  test('a device that signs in by quick login is not asked: its owner was in the dashboard', async () => {
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

describe('recovery codes', () => {
  test('each works once, however it is typed, and the owner hears of it', async () => {
    const user = await makeTwoFactorUser(under);
    const [first = ''] = user.recoveryCodes;
    const typed = ` ${first.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect((await verify(await logIn(user), { recoveryCode: typed })).error).toBe('ok');
    const letters = under.jobs.lettersTo(user.email);
    const letter = letters.find(({ subject }) => subject === 'A recovery code was used')!;
    expect(JSON.stringify(letter)).toContain('9 codes are left');
    expect(JSON.stringify(letter)).not.toContain(first);
    expect((await verify(await logIn(user), { recoveryCode: first })).error).toBe('recovery_code_wrong');
    expect(await state(user)).toMatchObject({ recovery_codes_left: 9 });
  });

  test('one that is tried by many at once lets one in', async () => {
    const user = await makeTwoFactorUser(under);
    const recoveryCode = user.recoveryCodes[3]!;
    const sessions = await Promise.all(Array.from({ length: 10 }, () => logIn(user)));
    const errors = (await Promise.all(sessions.map((session) => verify(session, { recoveryCode })))).map(
      ({ error }) => error,
    );
    expect(errors.filter((error) => error === 'ok')).toHaveLength(1);
    expect(new Set(errors)).toEqual(new Set(['ok', 'recovery_code_wrong']));
    expect(subjects(user.email).filter((subject) => subject === 'A recovery code was used')).toHaveLength(1);
  });

  test('new ones take a code, and end the old ones', async () => {
    const user = await makeTwoFactorUser(under);
    const regenerate = (body: Omit<Given, 'remember'>) =>
      under.call(api.regenerateRecoveryCodes, { body }, user);
    expect(errorOf((await regenerate({ code: user.code(7) })).json)).toBe('two_factor_code_wrong');
    expect(errorOf((await regenerate({})).json)).toBe('validation_failed');
    const { recovery_codes: codes } = (await regenerate({ code: user.code() })).json as {
      recovery_codes: string[];
    };
    expect(codes).toHaveLength(10);
    expect(subjects(user.email).at(-1)).toBe('You have new recovery codes');
    const [old = ''] = user.recoveryCodes;
    const limited = await logIn(user);
    expect((await verify(limited, { recoveryCode: old })).error).toBe('recovery_code_wrong');
    expect((await verify(limited, { recoveryCode: codes[0]! })).error).toBe('ok');
    const off = await makeUser(under);
    const refused = await under.call(api.regenerateRecoveryCodes, { body: { code: '123456' } }, off);
    expect(errorOf(refused.json)).toBe('two_factor_off');
  });
});

describe('guesses', () => {
  test('are counted for the account, from wherever they come, and kept although each is refused', async () => {
    const user = await makeTwoFactorUser(under);
    under.clock.advance(10 * minuteMs - (under.clock.now().getTime() % (10 * minuteMs)));
    const sessions = [await logIn(user), await logIn(user)];
    const wrong = user.code(9);
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, index) => verify(sessions[index % 2]!, { code: wrong })),
    );
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(10);
    const refused = tries.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    const wait = Number(refused[0]!.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect((await verify(await logIn(user), { code: user.code() })).status).toBe(429);
    // A device that the owner has passed both factors on has a count of its own.
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await disable(user, { code: wrong })).toBe('two_factor_code_wrong');
    }
    expect(await disable(user, { code: user.code() })).toBe('too_many_requests');
    // Whoever burns the codes leaves the owner the recovery codes.
    const recoveryCode = user.recoveryCodes[0]!;
    expect((await verify(await logIn(user), { recoveryCode })).error).toBe('ok');
    under.clock.advance(wait * 1000);
    expect((await verify(await logIn(user), { code: user.code() })).error).toBe('ok');
  });

  test('end for the day after sixty', async () => {
    const user = await makeTwoFactorUser(under);
    // From a day's first moment, so that no window of a day ends meanwhile.
    under.clock.advance(dayMs - (under.clock.now().getTime() % dayMs));
    const statuses: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const limited = await logIn(user);
      for (let guess = 0; guess < 10; guess += 1) {
        statuses.push((await verify(limited, { code: user.code(9) })).status);
      }
      under.clock.advance(10 * minuteMs);
    }
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 422));
    expect(statuses.slice(60)).toEqual(Array.from({ length: 10 }, () => 429));
  });
});

describe('a remembered device', () => {
  async function remembering(): Promise<{ user: TwoFactorUser; device: string }> {
    const user = await makeTwoFactorUser(under);
    const device = randomUUID();
    await verify(await logIn(user, device), { code: user.code(), remember: true });
    return { user, device };
  }

  test('is not asked for thirty days; any other device is, and so is any other account on it', async () => {
    const { user, device } = await remembering();
    expect(await gateOf(await logIn(user, device))).toBe('ok');
    expect(await gateOf(await logIn(user))).toBe('two_factor_code_required');
    const other = await makeTwoFactorUser(under);
    expect(await gateOf(await logIn(other, device))).toBe('two_factor_code_required');
    under.clock.advance(30 * dayMs - minuteMs);
    expect(await gateOf(await logIn(user, device))).toBe('ok');
    under.clock.advance(minuteMs);
    expect(await gateOf(await logIn(user, device))).toBe('two_factor_code_required');
    await sweepAccounts(under.world.db, new Date(under.clock.now().getTime() + 1));
    const left = await under.world.db
      .selectFrom('trustedDevices')
      .select('deviceHash')
      .where('userId', '=', user.id)
      .execute();
    expect(left).toEqual([]);
  });

  test('is not remembered unless the person says so, nor without a device id', async () => {
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

  test('is forgotten with its session, and no other is', async () => {
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

  test('is forgotten when two-factor is turned off, and stays so when it is turned on again', async () => {
    const { user, device } = await remembering();
    under.clock.advance(minuteMs);
    expect(await disable(user, { code: user.code() })).toBe('ok');
    under.clock.advance(minuteMs);
    const { linkToken } = await beginTwoFactor(under, user);
    await confirm(linkToken);
    expect(await gateOf(await logIn(user, device))).toBe('two_factor_code_required');
  });
});

describe('turning off', () => {
  test('takes a code, ends what waits for one, and is told by mail', async () => {
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

  test('takes a recovery code just as well', async () => {
    const user = await makeTwoFactorUser(under);
    expect(await disable(user, { recoveryCode: user.recoveryCodes[9]! })).toBe('ok');
    expect(await state(user)).toMatchObject({ state: 'off' });
  });

  test("cannot be done with another account's code", async () => {
    const [user, stranger] = [await makeTwoFactorUser(under), await makeTwoFactorUser(under)];
    expect(await disable(stranger, { code: user.code() })).toBe('two_factor_code_wrong');
    expect(await disable(stranger, { recoveryCode: user.recoveryCodes[0]! })).toBe('recovery_code_wrong');
    expect(await state(user)).toMatchObject({ state: 'on', recovery_codes_left: 10 });
  });

  test('happens once, however often it is asked, while sign-ins go on', async () => {
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

test('what an account has of two-factor is gone with it', async () => {
  const user: TestUser = await makeTwoFactorUser(under);
  await under.world.db.deleteFrom('users').where('id', '=', user.id).execute();
  for (const table of ['twoFactor', 'recoveryCodes', 'trustedDevices'] as const) {
    const left = await under.world.db.selectFrom(table).selectAll().where('userId', '=', user.id).execute();
    expect(left).toEqual([]);
  }
});
