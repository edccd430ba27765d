import { api } from '@comet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { makeTwoFactorUser } from './two-factor-user.ts';
import { errorOf, type Given, twoFactorSessions } from './two-factor-sessions.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const { subjects, logIn, state, verify, disable } = twoFactorSessions(() => under);
const minuteMs = 60_000;
const dayMs = 24 * 3600 * 1000;

describe('recovery codes', () => {
  test('each works once, in any spelling, and notifies the owner', async () => {
    const user = await makeTwoFactorUser(under);
    const [first = ''] = user.recoveryCodes;
    const typed = ` ${first.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect((await verify(await logIn(user), { recoveryCode: typed })).error).toBe('ok');
    const emails = under.jobs.emailsTo(user.email);
    const email = emails.find(({ subject }) => subject === 'A recovery code was used')!;
    expect(JSON.stringify(email)).toContain('9 codes left');
    expect(JSON.stringify(email)).not.toContain(first);
    expect((await verify(await logIn(user), { recoveryCode: first })).error).toBe('recovery_code_wrong');
    expect(await state(user)).toMatchObject({ recovery_codes_left: 9 });
  });

  test('one of several concurrent sign-ins with a code succeeds', async () => {
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

  test('new ones require a code, and replace the old ones', async () => {
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
  test('are counted for the account over all sources, although each is refused', async () => {
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
    // A device on which the owner has given both factors has its own count.
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await disable(user, { code: wrong })).toBe('two_factor_code_wrong');
    }
    expect(await disable(user, { code: user.code() })).toBe('too_many_requests');
    // The owner can still use recovery codes after an attacker has used up the attempts.
    const recoveryCode = user.recoveryCodes[0]!;
    expect((await verify(await logIn(user), { recoveryCode })).error).toBe('ok');
    under.clock.advance(wait * 1000);
    expect((await verify(await logIn(user), { code: user.code() })).error).toBe('ok');
  });

  test('are refused for the day after sixty', async () => {
    const user = await makeTwoFactorUser(under);
    // From the start of a day, so that no daily window ends meanwhile.
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
