import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { makeTwoFactorUser } from '../sign-in/two-factor-user.ts';
import { codeOf, isSignedIn, attempt, signInElsewhere, tokenOf } from './black-box.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

type Given = { readonly code: string } | { readonly recoveryCode: string };

const verify = (limited: TestCredentials, given: Given) =>
  under.call(api.verifyTwoFactor, { body: { remember: false, ...given } }, limited);

/** The responses of concurrent sign-ins with the same proof. */
async function race(user: Parameters<typeof signInElsewhere>[1], given: Given): Promise<readonly string[]> {
  const limited = await Promise.all(Array.from({ length: 20 }, () => signInElsewhere(under, user)));
  return (await Promise.all(limited.map((one) => verify(one, given)))).map(codeOf);
}

test('6.3.3: with two-factor on, a password without a code gives no access', async () => {
  const user = await makeTwoFactorUser(under);
  const limited = await signInElsewhere(under, user);
  const open: string[] = [];
  for (const [name, endpoint] of Object.entries(api)) {
    if (endpoint.caller !== 'user' || 'limitedToken' in endpoint) continue;
    const code = codeOf(await attempt(under, endpoint, limited));
    if (code !== 'two_factor_code_required') open.push(`${name}: ${code}`);
  }
  expect(open).toEqual([]);
});

test('6.5.1: a used one-time code is invalid', async () => {
  const user = await makeTwoFactorUser(under);
  const code = user.code();
  const response = await verify(await signInElsewhere(under, user), { code });
  expect(codeOf(response)).toBe('ok');
  expect(codeOf(await verify(await signInElsewhere(under, user), { code }))).toBe('two_factor_code_wrong');
});

test('6.5.1: one of twenty concurrent sign-ins with a one-time code succeeds', async () => {
  const user = await makeTwoFactorUser(under);
  const outcomes = await race(user, { code: user.code() });
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
});

test('6.5.1: one of twenty concurrent sign-ins with a recovery code succeeds', async () => {
  const user = await makeTwoFactorUser(under);
  const outcomes = await race(user, { recoveryCode: user.recoveryCodes[0] ?? '' });
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
});

test('6.5.5: a one-time code is valid in its time step and one step before and after', async () => {
  const user = await makeTwoFactorUser(under);
  const code = user.code();
  under.clock.advance(61_000);
  expect(codeOf(await verify(await signInElsewhere(under, user), { code }))).toBe('two_factor_code_wrong');
});

test('6.6.2: the second factor is bound to its sign-in, device and account', async () => {
  const [user, other] = [await makeTwoFactorUser(under), await makeTwoFactorUser(under)];
  const limited = await signInElsewhere(under, user);
  const elsewhere = { token: limited.token ?? '', deviceId: crypto.randomUUID() };
  expect(codeOf(await verify(elsewhere, { code: user.code() }))).toBe('unauthorized');
  expect(codeOf(await verify(limited, { code: other.code() }))).toBe('two_factor_code_wrong');
  const passed = await verify(limited, { code: user.code() });
  expect(await isSignedIn(under, limited)).toBe(false);
  expect(await isSignedIn(under, { ...limited, token: tokenOf(passed) })).toBe(true);
});

test('6.6.3: limits guesses of one-time codes long before they could succeed', async () => {
  const user = await makeTwoFactorUser(under);
  const codes: string[] = [];
  for (let guess = 0; guess < 40 && !codes.includes('too_many_requests'); guess += 1) {
    const limited = await signInElsewhere(under, user);
    codes.push(codeOf(await verify(limited, { code: String(guess).padStart(6, '0') })));
  }
  expect(new Set(codes)).toEqual(new Set(['two_factor_code_wrong', 'too_many_requests']));
  expect(codes.length).toBeLessThan(30);
  // Even the right code is refused now.
  expect(codeOf(await verify(await signInElsewhere(under, user), { code: user.code() }))).toBe(
    'too_many_requests',
  );
});
