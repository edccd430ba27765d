import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attempt } from '../asvs/black-box.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { makeTwoFactorUser, type TwoFactorUser } from '../sign-in/two-factor-user.ts';
import { twoFactorSessions } from '../sign-in/two-factor-sessions.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const { logIn, verify } = twoFactorSessions(() => under);
const dayMs = 24 * 3600 * 1000;

/** Counts the codes of a series of calls. */
async function outcomes(times: number, call: () => Promise<string>): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  for (let time = 0; time < times; time += 1) {
    const outcome = await call();
    seen[outcome] = (seen[outcome] ?? 0) + 1;
  }
  return seen;
}

/** From the start of a window of each length, so that none ends while a test counts. */
function startOfDay(): void {
  under.clock.advance(dayMs - (under.clock.now().getTime() % dayMs));
}

describe('an attacker with the password', () => {
  let user: TwoFactorUser;
  let stranger: TestCredentials;
  beforeAll(async () => {
    user = await makeTwoFactorUser(under);
    startOfDay();
    stranger = await logIn(user);
    await outcomes(31, async () => (await verify(stranger, { code: user.code(9) })).error);
  });

  test('does not use up the count of a device on which the second factor was given', async () => {
    expect((await verify(await logIn(user, user.deviceId), { code: user.code() })).error).toBe('ok');
  });

  test('does not use up the attempts for recovery codes, neither with app codes nor with recovery codes', async () => {
    for (let session = 0; session < 4; session += 1) {
      const limited = await logIn(user);
      const guess = async () => (await verify(limited, { recoveryCode: '00000-00000' })).error;
      expect(await outcomes(11, guess)).toEqual({ recovery_code_wrong: 10, too_many_requests: 1 });
    }
    const recoveryCode = user.recoveryCodes[0] ?? '';
    expect((await verify(await logIn(user), { recoveryCode })).error).toBe('ok');
  });

  test('has ten codes in ten minutes and sixty a day, over all sessions and devices', async () => {
    const other = await makeTwoFactorUser(under);
    startOfDay();
    const guess = async () => (await verify(await logIn(other), { code: other.code(9) })).error;
    const wrong: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      wrong.push((await outcomes(12, guess))['two_factor_code_wrong'] ?? 0);
      under.clock.advance(600_000);
    }
    expect(wrong).toEqual([10, 10, 10, 10, 10, 10, 0, 0]);
    // 96 sign-ins with a password each.
  }, 180_000);

  test('gets no further guesses from devices that signed in before two-factor was enabled', async () => {
    const other = await makeTwoFactorUser(under);
    const devices = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await under.dependencies.db
      .updateTable('users')
      .set({ twoFactorEnabledAt: null })
      .where('id', '=', other.id)
      .execute();
    for (const deviceId of devices) await logIn(other, deviceId);
    const enabledAt = under.clock.now();
    await under.dependencies.db
      .updateTable('users')
      .set({ twoFactorEnabledAt: enabledAt })
      .where('id', '=', other.id)
      .execute();
    startOfDay();
    const seen = await Promise.all(
      devices.map((deviceId) =>
        outcomes(10, async () => (await verify(await logIn(other, deviceId), { code: other.code(9) })).error),
      ),
    );
    const wrong = seen.reduce((sum, one) => sum + (one['two_factor_code_wrong'] ?? 0), 0);
    expect(wrong).toBe(10);
  });
});

describe('calls of one device', () => {
  const gate = async (speaker: TestCredentials) => (await under.call(api.currentUser, {}, speaker)).status;

  test.each(
    Object.entries(api).filter(
      ([, endpoint]) => endpoint.caller === 'user' && 'limit' in endpoint && endpoint.limit.calls <= 30,
    ),
  )('do not use up the limit of %s for another device of the account', async (_name, endpoint) => {
    const user = await makeTwoFactorUser(under);
    const [thief, owner] = [await anotherSession(user), await anotherSession(user)];
    let calls = 0;
    const call = async (speaker: TestCredentials) => {
      calls += 1;
      return (await attempt(under, endpoint, speaker, `198.51.100.${calls}`)).status;
    };
    const limit = 'limit' in endpoint ? endpoint.limit.calls : 0;
    const seen = await outcomes(limit + 1, async () => String(await call(thief)));
    expect(seen['429']).toBeGreaterThan(0);
    expect(await call(owner)).not.toBe(429);
    expect(await gate(owner)).toBe(200);
  });

  async function anotherSession(user: TwoFactorUser): Promise<TestCredentials> {
    under.clock.advance(30_000);
    return (await verify(await logIn(user), { code: user.code() })).full;
  }
});

test('wrong passwords in one session do not block a password change in another', async () => {
  const user = await makeTwoFactorUser(under);
  const [thief, owner] = [
    (await verify(await logIn(user), { code: user.code() })).full,
    (await verify(await logIn(user), { recoveryCode: user.recoveryCodes[1] ?? '' })).full,
  ];
  startOfDay();
  const change = async (speaker: TestCredentials, currentPassword: string) => {
    const body = {
      currentPassword,
      password: 'another long sentence of mine',
      recoveryCode: user.recoveryCodes[2] ?? '',
    };
    return (await under.call(api.changePassword, { body }, speaker)).status;
  };
  expect(await outcomes(31, async () => String(await change(thief, 'a guess')))).toEqual({ 422: 30, 429: 1 });
  expect(await change(owner, user.password)).toBe(204);
});

test('sessions created from one session share its count of guesses', async () => {
  const user = await makeTwoFactorUser(under);
  startOfDay();
  const sessions = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const made = await under.call(api.createOneTimeToken, {}, user);
      const { one_time_token: oneTimeToken } = made.json as { one_time_token: string };
      const deviceId = crypto.randomUUID();
      const { json } = await under.call(
        api.authenticateOneTimeToken,
        { body: { oneTimeToken } },
        { deviceId },
      );
      return { deviceId, token: (json as { access_token: string }).access_token };
    }),
  );
  const seen = { wrong: 0 };
  for (const session of sessions) {
    const body = { password: 'a guess' };
    const codes = await outcomes(
      15,
      async () => (await under.call(api.beginPasskey, { body }, session)).text,
    );
    for (const [text, count] of Object.entries(codes))
      if (text.includes('current_password_wrong')) seen.wrong += count;
  }
  expect(seen.wrong).toBe(30);
});
