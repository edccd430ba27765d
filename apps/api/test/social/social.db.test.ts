import { api } from '@comet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, confirmationOf, finished, newEmail, socialSignIns, tokenOf } from './social-sign-ins.ts';
import { newBrowser, providers, type SocialFixture, startSocialFixture } from './social-fixture.ts';

let fixture: SocialFixture;
beforeAll(async () => {
  fixture = await startSocialFixture();
});
afterAll(() => fixture.stop());

const { userOf, identitiesOf, accountsOf, mailTo, followMailTo } = socialSignIns(() => fixture);
const minuteMs = 60_000;

describe('a person without an account', () => {
  test.each(['google', 'apple'] as const)(
    'gets an account from %s, confirmed and without a password',
    async (provider) => {
      const [browser, email] = [newBrowser(), newEmail()];
      const response = await fixture.signIn(provider, { email }, browser);
      expect(finished(response)).toMatchObject({ outcome: 'signed_in', confirmation: null });
      expect(await userOf(response, browser)).toMatchObject({
        email,
        email_verified: true,
        has_password: false,
      });
      const again = await fixture.signIn(provider, { email }, browser);
      expect((await userOf(again, browser)).id).toBe((await userOf(response, browser)).id);
    },
  );

  test('is redirected to the requested page if it is ours', async () => {
    const browser = newBrowser();
    const address = await fixture.depart('google', browser, { redirect: '/dash/devices?x=1' });
    const response = await fixture.sendResponse(
      'google',
      await fixture.signInAtProvider(address, { email: newEmail() }),
      browser,
    );
    expect(finished(response).redirect).toBe('/dash/devices?x=1');
    for (const redirect of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\tx',
      'javascript:1',
    ]) {
      const refused = await fetch(`${fixture.under.baseUrl}${api.startSocialSignIn.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ provider: 'google', redirect }),
      });
      expect(await refused.text()).toContain('"redirect.format"');
    }
  });

  test('gets one account and one identity with concurrent responses', async () => {
    const email = newEmail();
    const browsers = Array.from({ length: 20 }, newBrowser);
    const responses = await Promise.all(
      browsers.map(async (browser) =>
        fixture.signInAtProvider(await fixture.depart('google', browser), { email }),
      ),
    );
    const ends = await Promise.all(
      responses.map((response, index) => fixture.sendResponse('google', response, browsers[index] ?? {})),
    );
    expect(new Set(ends.map((end) => finished(end).outcome))).toEqual(new Set(['signed_in']));
    const accounts = await accountsOf(email);
    expect(accounts).toHaveLength(1);
    expect(await identitiesOf({ ...browsers[0], token: tokenOf(ends[0]!) })).toHaveLength(1);
  });

  test('gets one account by two concurrent providers; the other one needs the owner’s confirmation', async () => {
    const email = newEmail();
    const ends = await Promise.all([fixture.signIn('google', { email }), fixture.signIn('apple', { email })]);
    expect(ends.map((end) => finished(end).outcome).toSorted()).toEqual([
      'confirmation_required',
      'signed_in',
    ]);
    expect(await accountsOf(email)).toHaveLength(1);
  });
});

describe('a provider’s response', () => {
  test('works once', async () => {
    const browser = newBrowser();
    const response = await fixture.signInAtProvider(await fixture.depart('google', browser), {
      email: newEmail(),
    });
    const ends = await Promise.all(
      Array.from({ length: 20 }, () => fixture.sendResponse('google', response, browser)),
    );
    const codes = ends.map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['ok', 'social_expired']));
  });

  test('works only in the browser that began the sign-in, and another one does not use it up', async () => {
    const browser = newBrowser();
    const response = await fixture.signInAtProvider(await fixture.depart('apple', browser), {
      email: newEmail(),
    });
    expect(codeOf(await fixture.sendResponse('apple', response, newBrowser()))).toBe('social_other_browser');
    expect(codeOf(await fixture.sendResponse('apple', response, {}))).toBe('social_other_browser');
    expect(codeOf(await fixture.sendResponse('apple', response, browser))).toBe('ok');
  });

  test('works only with its provider and a state of ours', async () => {
    const browser = newBrowser();
    const response = await fixture.signInAtProvider(await fixture.depart('google', browser), {
      email: newEmail(),
    });
    expect(codeOf(await fixture.sendResponse('apple', response, browser))).toBe('social_expired');
    const foreign = { ...response, state: 'A'.repeat(43) };
    expect(codeOf(await fixture.sendResponse('google', foreign, browser))).toBe('social_expired');
  });

  test('is too late after ten minutes', async () => {
    const browser = newBrowser();
    const response = await fixture.signInAtProvider(await fixture.depart('google', browser), {
      email: newEmail(),
    });
    fixture.under.clock.advance(10 * minuteMs);
    expect(codeOf(await fixture.sendResponse('google', response, browser))).toBe('social_expired');
  });

  test('of another sign-in is refused: code, nonce and verifier must match', async () => {
    const [mine, theirs] = [newBrowser(), newBrowser()];
    const own = await fixture.signInAtProvider(await fixture.depart('google', mine), { email: newEmail() });
    const stolen = await fixture.signInAtProvider(await fixture.depart('google', theirs), {
      email: newEmail(),
    });
    const mixed = { ...own, code: stolen['code'] ?? '' };
    expect(codeOf(await fixture.sendResponse('google', mixed, mine))).toBe('authentication_failed');
  });

  test.each(['nonce', 'audience', 'issuer', 'expired', 'signature'])(
    'whose ID token has a wrong %s is refused',
    async (fault) => {
      for (const provider of ['google', 'apple'] as const) {
        const email = newEmail();
        await fixture.disturb(provider, fault);
        expect(codeOf(await fixture.signIn(provider, { email }))).toBe('authentication_failed');
        expect(await accountsOf(email)).toEqual([]);
      }
    },
  );

  test('is rejected from another issuer', async () => {
    const browser = newBrowser();
    const response = await fixture.signInAtProvider(await fixture.depart('google', browser), {
      email: newEmail(),
    });
    const mixedUp = { ...response, iss: 'https://accounts.evil.example' };
    expect(codeOf(await fixture.sendResponse('google', mixedUp, browser))).toBe('authentication_failed');
  });

  test.each(providers)('reports a denial at %s, also repeatedly', async (name) => {
    const browser = newBrowser();
    const response = await fixture.signInAtProvider(await fixture.depart(name, browser), { deny: true });
    expect(codeOf(await fixture.sendResponse(name, response, browser))).toBe('social_denied');
    expect(codeOf(await fixture.sendResponse(name, response, browser))).toBe('social_denied');
  });

  test.each(['google', 'apple', 'facebook'] as const)(
    'can be sent again if %s is temporarily unavailable',
    async (provider) => {
      const browser = newBrowser();
      const response = await fixture.signInAtProvider(await fixture.depart(provider, browser), {
        email: newEmail(),
      });
      await fixture.disturb(provider, 'unavailable');
      expect(codeOf(await fixture.sendResponse(provider, response, browser))).toBe('provider_unavailable');
      expect(codeOf(await fixture.sendResponse(provider, response, browser))).toBe('ok');
    },
  );
});

describe('a sign-in by any method', () => {
  test('requires the second factor after a provider too', async () => {
    const [browser, email] = [newBrowser(), newEmail()];
    await fixture.signIn('google', { email }, browser);
    await fixture.under.dependencies.db
      .updateTable('users')
      .set({ twoFactorEnabledAt: fixture.under.clock.now() })
      .where('email', '=', email)
      .execute();
    const response = await fixture.signIn('google', { email }, browser);
    const shown = await fixture.under.call(api.currentUser, {}, { ...browser, token: tokenOf(response) });
    expect(codeOf(shown)).toBe('two_factor_code_required');
  });

  test('reports a deleted account, and connects no identity to it', async () => {
    const [browser, email] = [newBrowser(), newEmail()];
    await fixture.signIn('google', { email }, browser);
    const waiting = await fixture.signIn('apple', { email }, browser);
    await mailTo(waiting, browser);
    await fixture.under.dependencies.db
      .updateTable('users')
      .set({ deletedAt: fixture.under.clock.now() })
      .where('email', '=', email)
      .execute();
    expect(codeOf(await fixture.signIn('google', { email }, browser))).toBe('account_deleted');
    // The address is free again, so its owner gets a new account.
    const entered = await followMailTo(email, browser);
    expect(entered.status).toBe(201);
    expect(await accountsOf(email)).toHaveLength(2);
  });
});

test('the database contains no usable secrets of a sign-in', async () => {
  const browser = newBrowser();
  const address = await fixture.depart('google', browser);
  const state = new URL(address).searchParams.get('state') ?? '';
  const response = await fixture.signIn('facebook', { email: newEmail() }, browser);
  await mailTo(response, browser);
  const { db } = fixture.under.dependencies;
  const rows = [
    await db.selectFrom('socialSignIns').selectAll().execute(),
    await db.selectFrom('pendingIdentities').selectAll().execute(),
  ];
  expect(state).toHaveLength(43);
  expect(JSON.stringify(rows)).not.toContain(state);
  expect(JSON.stringify(rows)).not.toContain(confirmationOf(response));
});

test('lists the configured providers, and offers no other', async () => {
  const listed = await fixture.under.call(api.listSocialNetworks, {});
  expect(listed.json).toEqual({ providers: ['google', 'apple', 'facebook'] });
});
