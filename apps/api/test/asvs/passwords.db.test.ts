import { api } from '@comet/contract';
import { send } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { codeOf, signInElsewhere } from './black-box.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

let people = 0;
const signUp = (password: string) => {
  people += 1;
  const body = JSON.stringify({ email: `person-${people}@example.com`, password });
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.7.0.${people}` };
  return send(under.baseUrl, { method: 'POST', path: api.signUp.path, headers, body });
};

test('6.2.1: refuses seven characters and accepts eight', async () => {
  expect((await signUp('k7;Rw2q')).text).toContain('password.min_length:8');
  expect(codeOf(await signUp('k7;Rw2qe'))).toBe('ok');
});

test('6.2.4: refuses common passwords at registration, change and reset', async () => {
  const user = await makeUser(under);
  await under.call(api.requestPasswordReset, { body: { email: user.email } });
  await under.jobs.runPending();
  const token = under.jobs.tokenMailedTo(user.email);
  for (const password of ['password', '12345678', 'qwertyuiop', 'iloveyou1', 'baseball', user.email]) {
    const currentPassword = user.password;
    const responses = await Promise.all([
      signUp(password === user.email ? `person-${people + 1}@example.com` : password),
      under.call(api.changePassword, { body: { currentPassword, password } }, user),
      under.call(api.confirmPasswordReset, { body: { token, password } }),
    ]);
    for (const response of responses) {
      expect({ password, status: response.status }).toEqual({ password, status: 422 });
      expect(response.text).toContain('password.too_common');
    }
  }
});

test('6.2.5, 6.2.8, 6.2.9: accepts any characters and length, and compares them exactly', async () => {
  const passwords = [
    'only lowercase words here',
    '語学は毎日続けると楽しい',
    '  spaces around  ',
    `${'long '.repeat(12)}end!`,
  ];
  for (const password of passwords) {
    const user = await makeUser(under, { password });
    await signInElsewhere(under, user);
    for (const other of [password.toUpperCase(), password.trim(), password.slice(0, -1), `${password} `]) {
      if (other === password) continue;
      const response = await under.call(api.logIn, { body: { email: user.email, password: other } });
      expect({ other, code: codeOf(response) }).toEqual({ other, code: 'wrong_credentials' });
    }
  }
});

test('6.2.3: a password change requires the current password', async () => {
  const user = await makeUser(under);
  const change = (currentPassword?: string) =>
    under.call(
      api.changePassword,
      {
        body: {
          password: 'another good password',
          ...(currentPassword === undefined ? {} : { currentPassword }),
        },
      },
      user,
    );
  expect([codeOf(await change('not it')), (await change()).status >= 400]).toEqual([
    'current_password_wrong',
    true,
  ]);
  expect(codeOf(await change(user.password))).toBe('ok');
});

test('6.3.1: limits guesses per account and per source', async () => {
  const victim = await makeUser(under);
  const guess = (email: string, source: string) =>
    under.call(api.logIn, { body: { email, password: 'a guess' } }, {}, { 'x-forwarded-for': source });
  const atOne: string[] = [];
  for (let turn = 0; turn < 15; turn += 1) atOne.push(codeOf(await guess(victim.email, '192.0.2.1')));
  expect(atOne.indexOf('too_many_requests')).toBeGreaterThan(3);
  expect(atOne.at(-1)).toBe('too_many_requests');
  const spread = await Promise.all(
    Array.from({ length: 33 }, (_, index) => guess(`target-${index}@example.com`, '192.0.2.77')),
  );
  expect(spread.map(codeOf)).toContain('too_many_requests');
  // The owner, who uses another source, is not locked out.
  await signInElsewhere(under, victim);
});
