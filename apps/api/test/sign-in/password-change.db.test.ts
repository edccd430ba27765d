import { api } from '@comet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { codeOf } from '../payments/outcome.ts';
import { passwordsOf } from './passwords-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const first = 'correct horse battery staple';
const { change, confirm, resetToken, rulesOf, setUser, signIn, statusAs } = passwordsOf(() => under);

describe('changing the password', () => {
  test('keeps this session, ends the others, invalidates links, and notifies the owner', async () => {
    const user = await makeUser(under);
    const other = await signIn(user.email, first);
    const token = await resetToken(user.email);
    expect((await change(user, 'a second password', first)).status).toBe(204);
    expect([await statusAs(user), await statusAs(other)]).toEqual([200, 401]);
    expect((await signIn(user.email, first)).status).toBe(422);
    expect((await signIn(user.email, 'a second password')).status).toBe(201);
    expect(codeOf((await confirm(token, 'a third password')).json)).toBe('confirmation_expired');
    const subjects = under.jobs.emailsTo(user.email).map(({ subject }) => subject);
    expect(subjects).toContain('Your password was changed');
  });

  test('requires the current password', async () => {
    const user = await makeUser(under);
    expect(codeOf((await change(user, 'a second password', 'not it')).json)).toBe('current_password_wrong');
    expect(codeOf((await change(user, 'a second password')).json)).toBe('current_password_wrong');
    expect((await signIn(user.email, first)).status).toBe(201);
  });

  test('refuses the last five, including the current one, and no earlier ones', async () => {
    const user = await makeUser(under);
    const chosen = [
      first,
      'password of spring',
      'password of summer',
      'password of autumn',
      'password of winter',
    ];
    const source = { 'x-forwarded-for': '10.8.0.1' };
    const set = async (password: string, current: string) => {
      under.clock.advance(10 * 60_000);
      const body = { password, currentPassword: current };
      const response = await under.call(api.changePassword, { body }, user, source);
      return response.status === 204 ? [] : rulesOf(response.json);
    };
    for (let index = 1; index < chosen.length; index += 1) {
      expect(await set(chosen[index] ?? '', chosen[index - 1] ?? '')).toEqual([]);
    }
    const present = chosen[4] ?? '';
    for (const earlier of chosen) expect(await set(earlier, present)).toEqual(['password.used_before']);
    expect(await set('password of the sixth', present)).toEqual([]);
    expect(await set(first, 'password of the sixth')).toEqual([]);
    const kept = under.dependencies.db
      .selectFrom('formerPasswords')
      .select('passwordHash')
      .where('userId', '=', user.id);
    expect(await kept.execute()).toHaveLength(4);
  });

  test('happens once for twenty concurrent requests', async () => {
    const user = await makeUser(under);
    const limitFree = { 'x-forwarded-for': '10.8.0.2' };
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        under.call(
          api.changePassword,
          { body: { password: `one of many passwords ${index}`, currentPassword: first } },
          user,
          limitFree,
        ),
      ),
    );
    const codes = responses.map(({ json }) => codeOf(json));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    const refusals = new Set(codes.filter((code) => code !== 'ok'));
    for (const refusal of refusals) expect(['conflict', 'current_password_wrong']).toContain(refusal);
    expect((await signIn(user.email, `one of many passwords ${codes.indexOf('ok')}`)).status).toBe(201);
  });

  test('sets the first password of an account only in a fresh session from a provider', async () => {
    const user = await makeUser(under);
    await setUser(user.id, { passwordHash: null });
    const begun = async (method: 'social' | 'password') => {
      const tokens = under.dependencies.db.updateTable('accessTokens').where('userId', '=', user.id);
      await tokens.set({ method, createdAt: under.clock.now() }).execute();
    };
    await begun('password');
    expect(codeOf((await change(user, 'a first password')).json)).toBe('reauthentication_required');
    await begun('social');
    under.clock.advance(10 * 60_000);
    expect(codeOf((await change(user, 'a first password')).json)).toBe('reauthentication_required');
    await begun('social');
    expect((await change(user, 'a first password')).status).toBe(204);
    expect(under.jobs.emailsTo(user.email).at(-1)?.subject).toBe('Your account now has a password');
    expect((await signIn(user.email, 'a first password')).status).toBe(201);
  });

  test('sends nothing to an unconfirmed mailbox', async () => {
    const user = await makeUser(under, { verified: false });
    const before = under.jobs.emailsTo(user.email).length;
    expect((await change(user, 'a second password', first)).status).toBe(204);
    expect(under.jobs.emailsTo(user.email)).toHaveLength(before);
  });

  test('limits guesses of the current password per account, from all sources', async () => {
    const user = await makeUser(under);
    const responses = [];
    for (let guess = 0; guess < 31; guess += 1)
      responses.push(await change(user, 'a second password', `guess ${guess}`));
    expect(responses.map(({ status }) => status)).toEqual([...Array<number>(30).fill(422), 429]);
  });

  test('former passwords are stored as hashes, and deleted with the account', async () => {
    const user = await makeUser(under);
    await change(user, 'a second password', first);
    const former = () =>
      under.dependencies.db.selectFrom('formerPasswords').selectAll().where('userId', '=', user.id).execute();
    expect((await former()).map(({ passwordHash }) => passwordHash)).toEqual([
      expect.stringMatching(/^\$argon2id\$/),
    ]);
    await under.dependencies.db.deleteFrom('users').where('id', '=', user.id).execute();
    expect(await former()).toEqual([]);
  });
});
