import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import type { Reply, TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endSessions } from '../../src/features/users/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { holdingAccount, duringTransaction } from '../fixture/during-transaction.ts';
import { beginTwoFactor, codeOf, makeTwoFactorUser } from './two-factor-user.ts';

let under: ApiUnderTest;
let user: TestUser;
beforeAll(async () => {
  under = await startApi();
});
beforeEach(async () => {
  user = await makeUser(under);
});
afterAll(() => under.stop());

interface Shown {
  readonly id: string;
  readonly method: string;
  readonly device_name: string | null;
  readonly pending_until: string | null;
  readonly current: boolean;
}

const errorOf = (json: unknown) => (json as { error?: { code: string } }).error?.code ?? 'signed in';

/** Approves a quick login of a new device; returns the poll that redeems it. */
async function approve(owner: TestCredentials): Promise<() => Promise<string>> {
  const poll = await approved(owner);
  return async () => errorOf((await poll()).json);
}

async function approved(owner: TestCredentials): Promise<() => Promise<Reply>> {
  const device = { deviceId: randomUUID() };
  const body = { deviceName: 'Workshop laptop', platform: 'linux' as const };
  const started = await under.call(api.startDeviceAuthorization, { body }, device);
  const { device_code: deviceCode = '', user_code: userCode = '' } = started.json as Record<string, string>;
  await under.call(api.decideQuickLogin, { body: { userCode, approve: true } }, owner);
  return () => under.call(api.pollDeviceAuthorization, { body: { deviceCode } }, device);
}

/** Creates a one-time token; returns the function that exchanges it. */
async function makeToken(owner: TestCredentials): Promise<() => Promise<string>> {
  const { json } = await under.call(api.createOneTimeToken, {}, owner);
  const { one_time_token: oneTimeToken } = json as { one_time_token: string };
  const request = { body: { oneTimeToken } };
  return async () =>
    errorOf((await under.call(api.authenticateOneTimeToken, request, { deviceId: randomUUID() })).json);
}

async function listed(owner: TestCredentials): Promise<readonly Shown[]> {
  const { json } = await under.call(api.listSessions, {}, owner);
  return (json as { sessions: Shown[] }).sessions;
}

type Change = (owner: TestUser) => Promise<unknown>;

const changes: Readonly<Record<string, Change>> = {
  'ending the other sessions': (owner) => under.call(api.revokeOtherSessions, {}, owner),
  'a change of password': (owner) =>
    under.call(
      api.changePassword,
      { body: { currentPassword: owner.password, password: 'another long sentence of mine' } },
      owner,
    ),
  'a change of address': async (owner) => {
    const email = `${randomUUID()}@example.com`;
    await under.call(api.requestEmailChange, { body: { email, currentPassword: owner.password } }, owner);
    const token = under.jobs.tokenMailedTo(email);
    await under.call(api.confirmEmailChange, { query: { token } }, owner);
  },
};

describe.each(Object.entries(changes))('%s', (_name, change) => {
  test('denies an approved quick login and a one-time token of the remaining session', async () => {
    const [poll, exchange] = [await approve(user), await makeToken(user)];
    await change(user);
    expect((await under.call(api.currentUser, {}, user)).status).toBe(200);
    expect([await poll(), await exchange()]).toEqual(['authorization_revoked', 'authentication_failed']);
    expect((await listed(user)).map(({ pending_until }) => pending_until)).toEqual([null]);
  });
});

test('a password reset denies them too', async () => {
  const [poll, exchange] = [await approve(user), await makeToken(user)];
  await under.call(api.requestPasswordReset, { body: { email: user.email } });
  await under.jobs.runPending();
  const token = under.jobs.tokenMailedTo(user.email);
  await under.call(api.confirmPasswordReset, { body: { token, password: 'another long sentence of mine' } });
  expect([await poll(), await exchange()]).toEqual(['authorization_revoked', 'authentication_failed']);
});

test('enabling two-factor denies them, and so does disabling it', async () => {
  const { linkToken } = await beginTwoFactor(under, user);
  const before = [await approve(user), await makeToken(user)];
  await under.call(api.confirmTwoFactor, { query: { token: linkToken } });
  const outcomes = await Promise.all(before.map((redeem) => redeem()));
  expect(outcomes).toEqual(['authorization_revoked', 'authentication_failed']);

  const owner = await makeTwoFactorUser(under);
  const [poll, exchange] = [await approve(owner), await makeToken(owner)];
  const body = { code: codeOf(under, owner.secret) };
  expect((await under.call(api.disableTwoFactor, { body }, owner)).status).toBe(204);
  expect([await poll(), await exchange()]).toEqual(['authorization_revoked', 'authentication_failed']);
});

describe('an unfinished two-factor set-up of another session', () => {
  const ends: Readonly<Record<string, Change>> = {
    ...changes,
    'ending all sessions': (owner) => under.call(api.revokeAllSessions, {}, owner),
    'a reset of the password': async (owner) => {
      await under.call(api.requestPasswordReset, { body: { email: owner.email } });
      await under.jobs.runPending();
      const body = {
        token: under.jobs.tokenMailedTo(owner.email),
        password: 'another long sentence of mine',
      };
      await under.call(api.confirmPasswordReset, { body });
    },
    'ending that session': async (owner) => {
      for (const { id, current } of await listed(owner))
        if (!current) await under.call(api.revokeSession, { params: { id } }, owner);
    },
  };
  const activate = async (token: string) =>
    errorOf((await under.call(api.confirmTwoFactor, { query: { token } })).json);

  test.each(Object.entries(ends))('is discarded by %s', async (_name, end) => {
    const body = { email: user.email, password: user.password };
    const deviceId = randomUUID();
    const { json } = await under.call(api.logIn, { body }, { deviceId });
    const other = { ...user, deviceId, token: (json as { access_token: string }).access_token };
    const { linkToken } = await beginTwoFactor(under, other);
    await end(user);
    expect(await activate(linkToken)).toBe('confirmation_expired');
  });

  test('stays while no session ends, and an activated one stays always', async () => {
    const { linkToken } = await beginTwoFactor(under, user);
    expect((await under.call(api.revokeSession, { params: { id: randomUUID() } }, user)).status).toBe(404);
    expect((await under.call(api.confirmTwoFactor, { query: { token: linkToken } })).status).toBe(200);
    await under.call(api.revokeOtherSessions, {}, user);
    const { json } = await under.call(api.showTwoFactor, {}, user);
    expect(json).toMatchObject({ state: 'on', recovery_codes_left: 10 });
  });
});

test('a withdrawn approval cannot be repeated, and those of another account stay', async () => {
  const other = await makeUser(under);
  const [poll, kept] = [await approve(user), await approve(other)];
  await under.call(api.revokeOtherSessions, {}, user);
  expect([await poll(), await kept()]).toEqual(['authorization_revoked', 'signed in']);
});

test('denies a poll that waits while all sessions end', async () => {
  const poll = await approved(user);
  const other = {
    holds: holdingAccount(user.id),
    changes: (trx: Parameters<typeof endSessions>[0]) => endSessions(trx, user.id),
  };
  expect(errorOf((await duringTransaction(under, other, poll)).json)).toBe('authorization_revoked');
});

describe('a change of address requested in another session', () => {
  const follow = async (token: string) =>
    (await under.call(api.confirmEmailChange, { query: { token } })).status;

  async function enter(): Promise<TestCredentials & { readonly id: string }> {
    const deviceId = randomUUID();
    const body = { email: user.email, password: user.password };
    const { json } = await under.call(api.logIn, { body }, { deviceId });
    const session = { token: (json as { access_token: string }).access_token, deviceId };
    const id = (await listed(session)).find(({ current }) => current)?.id ?? '';
    return { ...session, id };
  }

  async function requestChange(requester: TestCredentials): Promise<string> {
    const email = `${randomUUID()}@example.com`;
    await under.call(api.requestEmailChange, { body: { email, currentPassword: user.password } }, requester);
    return under.jobs.tokenMailedTo(email);
  }

  test.each<readonly [string, (session: { readonly id: string }) => Promise<unknown>]>([
    ['the others are ended', () => under.call(api.revokeOtherSessions, {}, user)],
    ['all are ended', () => under.call(api.revokeAllSessions, {}, user)],
    ['it is ended', ({ id }) => under.call(api.revokeSession, { params: { id } }, user)],
  ])('is cancelled when %s', async (_name, end) => {
    const other = await enter();
    const token = await requestChange(other);
    await end(other);
    expect(await follow(token)).toBe(410);
  });

  test('continues while its session exists', async () => {
    const [mine, another] = [await requestChange(user), await enter()];
    await under.call(api.revokeSession, { params: { id: another.id } }, user);
    await under.call(api.revokeOtherSessions, {}, user);
    expect(await follow(mine)).toBe(200);
  });
});

describe('the list of sessions', () => {
  test('shows an approved quick login and a one-time token until they are used or over', async () => {
    const [poll, exchange] = [await approve(user), await makeToken(user)];
    const shown = await listed(user);
    expect(shown.map(({ method, current }) => [method, current])).toEqual([
      ['sign_up', true],
      ['quick_login', false],
      ['one_time_token', false],
    ]);
    const now = under.clock.now().getTime();
    const lives = shown.map(({ pending_until: at }) => (at === null ? null : Date.parse(at) - now));
    expect(lives).toEqual([null, 600_000, 60_000]);
    expect(shown[1]?.device_name).toBe('Workshop laptop');
    expect([await poll(), await exchange()]).toEqual(['signed in', 'signed in']);
    expect((await listed(user)).map(({ pending_until }) => pending_until)).toEqual([null, null, null]);
    await approve(user);
    under.clock.advance(600_000);
    expect((await listed(user)).filter(({ pending_until }) => pending_until !== null)).toEqual([]);
  });

  test('revokes one of them, its own account only, once', async () => {
    const stranger = await makeUser(under);
    const redeem = [await approve(user), await makeToken(user)];
    const ids = (await listed(user)).flatMap(({ id, pending_until }) => (pending_until === null ? [] : [id]));
    expect(ids).toHaveLength(2);
    for (const id of ids) {
      const end = async (owner: TestCredentials) =>
        (await under.call(api.revokeSession, { params: { id } }, owner)).status;
      expect([await end(stranger), await end(user), await end(user)]).toEqual([404, 204, 404]);
    }
    const outcomes = await Promise.all(redeem.map((one) => one()));
    expect(outcomes).toEqual(['authorization_revoked', 'authentication_failed']);
  });

  test('does not show other accounts’ pending sign-ins', async () => {
    await approve(await makeUser(under));
    expect(await listed(user)).toHaveLength(1);
  });
});
