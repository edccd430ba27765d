import { api } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswords, reauthenticate } from '../../src/features/users/index.ts';
import { createAttempts } from '../../src/platform/http/authentication/attempts.ts';
import type { SignInMethod } from '../../src/platform/database/schema.ts';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const password = 'correct horse battery staple';
const begun = new Date('2026-11-21T12:00:00.000Z');
const minuteMs = 60_000;

/** The result of reauthentication, for a session of a given method and age. */
async function outcomeOf(
  user: { readonly id: string; readonly email: string },
  session: { readonly method: SignInMethod; readonly ageMs: number },
  given: string | undefined,
): Promise<string> {
  const { db, keys } = under.dependencies;
  const clock = manualClock(new Date(begun.getTime() + session.ageMs));
  const caller = {
    ...{ id: user.id, email: user.email, emailVerified: true, hasPassword: true, createdAt: begun },
    ...{ hasTwoFactor: false, secondFactorAt: null },
    ...{ tokenId: user.id, isLimited: false, method: session.method, signedInAt: begun },
  };
  const passwords = createPasswords(keys.pepper);
  const attempts = createAttempts({ quick: under.dependencies.quick, clock, secret: keys.buckets });
  const reverifySecondFactor = () => Promise.reject(new Error('Nobody asked for a second factor'));
  const request = { caller, deviceId: null, client: { name: null, platform: null } };
  const deps = { db, passwords, clock, attempts, reverifySecondFactor };
  const outcome = await reauthenticate(deps, request, { password: given });
  if (outcome.ok) return 'ok';
  return typeof outcome.error === 'string' ? outcome.error : outcome.error.code;
}

test('an account with a password requires it, also in a fresh session', async () => {
  const user = await makeUser(under);
  for (const method of ['password', 'social', 'passkey'] as const) {
    const session = { method, ageMs: 0 };
    expect(await outcomeOf(user, session, password)).toBe('ok');
    expect(await outcomeOf(user, session, 'not it')).toBe('current_password_wrong');
    expect(await outcomeOf(user, session, undefined)).toBe('current_password_wrong');
  }
});

test('an account without a password requires a fresh session from a provider or passkey', async () => {
  const user = await makeUser(under);
  await under.dependencies.db
    .updateTable('users')
    .set({ passwordHash: null })
    .where('id', '=', user.id)
    .execute();
  for (const method of ['social', 'passkey'] as const) {
    expect(await outcomeOf(user, { method, ageMs: 10 * minuteMs - 1 }, undefined)).toBe('ok');
    expect(await outcomeOf(user, { method, ageMs: 10 * minuteMs }, undefined)).toBe(
      'reauthentication_required',
    );
  }
  for (const method of ['sign_up', 'password', 'quick_login', 'one_time_token'] as const) {
    expect(await outcomeOf(user, { method, ageMs: 0 }, undefined)).toBe('reauthentication_required');
    expect(await outcomeOf(user, { method, ageMs: 0 }, password)).toBe('reauthentication_required');
  }
});

test('counts wrong passwords by account over all endpoints; at the limit the right one is refused too', async () => {
  const [user, other] = [await makeUser(under), await makeUser(under)];
  const wrong = 'not the password';
  const tries = (given: string, speaker = user) => [
    () => under.call(api.beginPasskey, { body: { password: given } }, speaker),
    () =>
      under.call(
        api.changePassword,
        { body: { currentPassword: given, password: 'a new sentence' } },
        speaker,
      ),
    () =>
      under.call(
        api.requestEmailChange,
        { body: { currentPassword: given, email: 'new@example.com' } },
        speaker,
      ),
    () => under.call(api.exportData, { body: { password: given } }, speaker),
    () => under.call(api.deleteAccount, { body: { password: given } }, speaker),
  ];
  const rounds = Array.from({ length: 7 }, () => tries(wrong)).flat();
  const parallel = await Promise.all(rounds.map((send) => send()));
  const codes = parallel.map(({ text }) => /"code":"(\w+)"/.exec(text)?.[1]);
  expect(codes.filter((code) => code === 'current_password_wrong')).toHaveLength(30);
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(5);
  for (const send of tries(password)) expect((await send()).status).toBe(429);
  expect((await under.call(api.beginPasskey, { body: { password } }, other)).status).toBe(201);
  under.clock.advance(10 * minuteMs);
  expect((await under.call(api.beginPasskey, { body: { password } }, user)).status).toBe(201);
});
