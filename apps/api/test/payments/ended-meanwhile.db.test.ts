import { api } from '@comet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueAccessToken } from '../../src/features/users/sessions/access-tokens.store.ts';
import { endSessions } from '../../src/features/users/index.ts';
import { lockForSignIn } from '../../src/features/users/users.store.ts';
import type { DatabaseTransaction } from '../../src/platform/database/database.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { holdingAccount, duringTransaction } from '../fixture/during-transaction.ts';
import { beginAdding, finishAdding, outcome } from '../sign-in/passkey-client.ts';
import { SoftwareAuthenticator } from '../sign-in/software-authenticator.ts';

let under: ApiUnderTest;
let user: TestUser;
beforeAll(async () => {
  under = await startApi();
});
beforeEach(async () => {
  user = await makeUser(under);
});
afterAll(() => under.stop());

/** Replaces the password and ends all sessions, like a password reset. */
async function passwordReset(trx: DatabaseTransaction): Promise<void> {
  const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$bm9uZQ';
  await trx.updateTable('users').set({ passwordHash }).where('id', '=', user.id).execute();
  await endSessions(trx, user.id);
}

const sessionsOfUser = () =>
  under.dependencies.db.selectFrom('accessTokens').select('id').where('userId', '=', user.id).execute();

describe('operations that started before all sessions ended fail after that', () => {
  test('a login with a password that is replaced meanwhile', async () => {
    const body = { email: user.email, password: user.password };
    const other = { holds: holdingAccount(user.id), changes: passwordReset };
    const response = await duringTransaction(under, other, () => under.call(api.logIn, { body }, user));
    expect(outcome(response)).toBe('wrong_credentials');
    expect(await sessionsOfUser()).toEqual([]);
  });

  test('a change of the email address', async () => {
    const body = { email: 'thief@example.com', currentPassword: user.password };
    const other = { holds: holdingAccount(user.id), changes: passwordReset };
    const response = await duringTransaction(under, other, () =>
      under.call(api.requestEmailChange, { body }, user),
    );
    expect(outcome(response)).toBe('conflict');
    expect(under.jobs.emailsTo('thief@example.com')).toEqual([]);
  });

  test('adding a passkey', async () => {
    const credential = new SoftwareAuthenticator().create(await beginAdding(under, user));
    const other = { holds: holdingAccount(user.id), changes: passwordReset };
    const response = await duringTransaction(under, other, () => finishAdding(under, user, credential));
    expect(outcome(response)).toBe('passkey_failed');
    await under.dependencies.db
      .updateTable('users')
      .set({ passwordHash: null })
      .where('id', '=', user.id)
      .execute();
    expect(
      await under.dependencies.db.selectFrom('passkeys').select('id').where('userId', '=', user.id).execute(),
    ).toEqual([]);
  });
});

describe('a session that is being created from another one', () => {
  test('is not created if all sessions end before its one-time token is used', async () => {
    const made = await under.call(api.createOneTimeToken, {}, user);
    const body = { oneTimeToken: (made.json as { one_time_token: string }).one_time_token };
    const other = { holds: holdingAccount(user.id), changes: passwordReset };
    const response = await duringTransaction(under, other, () =>
      under.call(api.authenticateOneTimeToken, { body }),
    );
    expect(outcome(response)).toBe('authentication_failed');
    expect(await sessionsOfUser()).toEqual([]);
  });

  test.each([api.revokeAllSessions, api.revokeOtherSessions])(
    'ends with the others if it is created concurrently: $method $path',
    async (endpoint) => {
      const signingIn = {
        holds: (trx: DatabaseTransaction) => lockForSignIn(trx, user.id),
        changes: (trx: DatabaseTransaction) =>
          issueAccessToken(trx, {
            ...{ userId: user.id, deviceId: null, client: { name: 'Comet', platform: 'linux' } },
            ...{ method: 'one_time_token', now: under.clock.now(), isLimited: false },
          }),
      };
      const response = await duringTransaction(under, signingIn, () => under.call(endpoint, {}, user));
      expect(response.status).toBe(204);
      expect(await sessionsOfUser()).toHaveLength(endpoint === api.revokeOtherSessions ? 1 : 0);
    },
  );
});

test('a session that ends during a request gives unauthorized, not a server error', async () => {
  const other = {
    holds: (trx: DatabaseTransaction) => endSessions(trx, user.id),
  };
  const response = await duringTransaction(under, other, () => under.call(api.createOneTimeToken, {}, user));
  expect(outcome(response)).toBe('unauthorized');
});

test('a device that polls during the deletion of its account gets a response', async () => {
  const device = { deviceId: user.deviceId };
  const started = await under.call(
    api.startDeviceAuthorization,
    { body: { deviceName: 'Laptop', platform: 'linux' } },
    device,
  );
  const { device_code: deviceCode, user_code: userCode } = started.json as Record<string, string>;
  const decision = { userCode: userCode ?? '', approve: true };
  await under.call(api.decideQuickLogin, { body: decision }, user);
  under.clock.advance(5_000);
  const other = {
    holds: holdingAccount(user.id),
    changes: async (trx: DatabaseTransaction) => {
      await trx
        .updateTable('users')
        .set({ deletedAt: under.clock.now() })
        .where('id', '=', user.id)
        .execute();
      await endSessions(trx, user.id);
    },
  };
  const body = { deviceCode: deviceCode ?? '' };
  const response = await duringTransaction(under, other, () =>
    under.call(api.pollDeviceAuthorization, { body }, device),
  );
  expect(outcome(response)).toBe('authorization_revoked');
});
