import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { beginTwoFactor, makeTwoFactorUser } from '../sign-in/two-factor-user.ts';
import { codeOf, isSignedIn, signInElsewhere } from './black-box.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const hourMs = 3600 * 1000;
const better = 'a new and better password';

/** The devices of registrations, which confirm without the password. */
const deviceOf = new Map<string, string>();

/** Every kind of mailed link: how to request it for a new account, how to follow it, and its lifetime. */
const links = {
  verify: {
    lifetimeMs: 24 * hourMs,
    expired: 'link_expired',
    async mail() {
      const user = await makeUser(under, { verified: false });
      const token = under.jobs.tokenMailedTo(user.email);
      deviceOf.set(token, user.deviceId);
      return { user, token };
    },
    follow: (token: string) =>
      under.call(api.confirmEmail, { query: { token } }, { deviceId: deviceOf.get(token) ?? '' }),
  },
  reset: {
    lifetimeMs: hourMs,
    expired: 'confirmation_expired',
    async mail() {
      const user = await makeUser(under);
      await under.call(api.requestPasswordReset, { body: { email: user.email } });
      await under.jobs.runPending();
      return { user, token: under.jobs.tokenMailedTo(user.email) };
    },
    follow: (token: string) => under.call(api.confirmPasswordReset, { body: { token, password: better } }),
  },
  change: {
    lifetimeMs: 24 * hourMs,
    expired: 'confirmation_expired',
    async mail() {
      const user = await makeUser(under);
      const email = `moved-${user.email}`;
      await under.call(api.requestEmailChange, { body: { email, currentPassword: user.password } }, user);
      return { user, token: under.jobs.tokenMailedTo(email) };
    },
    follow: (token: string) => under.call(api.confirmEmailChange, { query: { token } }),
  },
  activation: {
    lifetimeMs: 24 * hourMs,
    expired: 'confirmation_expired',
    async mail() {
      const user = await makeUser(under);
      return { user, token: (await beginTwoFactor(under, user)).linkToken };
    },
    follow: (token: string) => under.call(api.confirmTwoFactor, { query: { token } }),
  },
} as const;
const kinds = Object.entries(links);

test.each(kinds)('6.4.1: a %s link works once', async (_, { mail, follow }) => {
  const { token } = await mail();
  expect(codeOf(await follow(token))).toBe('ok');
  expect(codeOf(await follow(token))).toBe('link_used');
});

test.each(kinds)(
  '6.4.1: a %s link followed by twenty concurrent requests works once',
  async (_, { mail, follow }) => {
    const { token } = await mail();
    const outcomes = (await Promise.all(Array.from({ length: 20 }, () => follow(token)))).map(codeOf);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  },
);

test.each(kinds)('6.4.1: a %s link expires', async (_, { mail, follow, lifetimeMs, expired }) => {
  const { token } = await mail();
  under.clock.advance(lifetimeMs);
  expect(codeOf(await follow(token))).toBe(expired);
});

test('6.6.2: a link works only for its purpose and its account', async () => {
  for (const [made, { mail }] of kinds) {
    const { token } = await mail();
    for (const [followed, { follow }] of kinds) {
      if (made === followed) continue;
      expect({ made, followed, code: codeOf(await follow(token)) }).toEqual({
        made,
        followed,
        code: 'link_invalid',
      });
    }
  }
  const { user, token } = await links.reset.mail();
  const bystander = await makeUser(under);
  const body = { token, password: better, email: bystander.email, userId: bystander.id };
  expect((await under.call(api.confirmPasswordReset, { body })).status).toBe(204);
  expect(await isSignedIn(under, bystander)).toBe(true);
  await signInElsewhere(under, bystander);
  await signInElsewhere(under, { email: user.email, password: better });
});

test('6.4.3: a reset does not bypass the second factor', async () => {
  const user = await makeTwoFactorUser(under);
  await under.call(api.requestPasswordReset, { body: { email: user.email } });
  await under.jobs.runPending();
  const reset = await links.reset.follow(under.jobs.tokenMailedTo(user.email));
  expect([reset.status, reset.text]).toEqual([204, '']);
  const limited = await signInElsewhere(under, { email: user.email, password: better });
  const gate = await under.call(api.currentUser, {}, limited);
  expect(codeOf(gate)).toBe('two_factor_code_required');
});
