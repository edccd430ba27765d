import { api } from '@comet/contract';
import type { Answer, Speaker } from '@comet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from './api-under-test.ts';
import { newBrowser, type Provider, providers, type SocialWorld, startSocialWorld } from './social-world.ts';

let world: SocialWorld;
beforeAll(async () => {
  world = await startSocialWorld();
});
afterAll(() => world.stop());

const minuteMs = 60_000;
const password = 'correct horse battery staple';
let made = 0;
const newEmail = () => `person-${(made += 1)}@example.com`;

interface Finished {
  readonly outcome: string;
  readonly access_token: string | null;
  readonly redirect: string | null;
  readonly confirmation: {
    readonly token: string;
    readonly email: string | null;
    readonly reason: string;
    readonly by_password: boolean;
  } | null;
}
const finished = (answer: Answer) => answer.json as Finished;
const codeOf = (answer: Answer) => (answer.json as { error?: { code: string } } | null)?.error?.code ?? 'ok';
const tokenOf = (answer: Answer) => finished(answer).access_token ?? '';
const confirmationOf = (answer: Answer) => finished(answer).confirmation?.token ?? '';

async function userOf(answer: Answer, browser: Speaker) {
  const shown = await world.under.call(api.currentUser, {}, { ...browser, token: tokenOf(answer) });
  return shown.json as { id: string; email: string; email_verified: boolean; has_password: boolean };
}
const identitiesOf = async (user: Speaker) => {
  const { json } = await world.under.call(api.listIdentities, {}, user);
  return (json as { identities: { id: string; provider: string; email: string }[] }).identities;
};
const logIn = (email: string, given = password) =>
  world.under.call(api.logIn, { body: { email, password: given } });
const accountsOf = async (email: string) =>
  world.under.world.db.selectFrom('users').selectAll().where('email', '=', email).execute();
const mailTo = async (answer: Answer, browser: Speaker, email?: string) =>
  world.under.call(api.requestSocialMail, { body: { token: confirmationOf(answer), email } }, browser);
const followMailTo = (email: string, browser: Speaker) =>
  world.under.call(
    api.confirmSocialByLink,
    { body: { token: world.under.jobs.tokenMailedTo(email) } },
    browser,
  );

/** Connects a provider to the account of a signed-in person. */
async function link(provider: Provider, user: Speaker, email: string) {
  const begun = await world.under.call(api.startIdentityLink, { body: { provider, password } }, user);
  const { url } = begun.json as { url: string };
  return world.bringBack(provider, await world.visit(url, { email }), { deviceId: user.deviceId ?? '' });
}

describe('a person whom no account knows', () => {
  test.each(['google', 'apple'] as const)(
    'gets an account from %s, confirmed and without a password',
    async (provider) => {
      const [browser, email] = [newBrowser(), newEmail()];
      const answer = await world.signIn(provider, { email }, browser);
      expect(finished(answer)).toMatchObject({ outcome: 'signed_in', confirmation: null });
      expect(await userOf(answer, browser)).toMatchObject({
        email,
        email_verified: true,
        has_password: false,
      });
      const again = await world.signIn(provider, { email }, browser);
      expect((await userOf(again, browser)).id).toBe((await userOf(answer, browser)).id);
    },
  );

  test('comes to where they wanted to go, if that is ours', async () => {
    const browser = newBrowser();
    const address = await world.depart('google', browser, { redirect: '/dash/devices?x=1' });
    const answer = await world.bringBack(
      'google',
      await world.visit(address, { email: newEmail() }),
      browser,
    );
    expect(finished(answer).redirect).toBe('/dash/devices?x=1');
    for (const redirect of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\tx',
      'javascript:1',
    ]) {
      const refused = await fetch(`${world.under.baseUrl}${api.startSocialSignIn.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ provider: 'google', redirect }),
      });
      expect(await refused.text()).toContain('"redirect.format"');
    }
  });

  test('gets one account and one identity, however many answers come at once', async () => {
    const email = newEmail();
    const browsers = Array.from({ length: 20 }, newBrowser);
    const answers = await Promise.all(
      browsers.map(async (browser) => world.visit(await world.depart('google', browser), { email })),
    );
    const ends = await Promise.all(
      answers.map((answer, index) => world.bringBack('google', answer, browsers[index] ?? {})),
    );
    expect(new Set(ends.map((end) => finished(end).outcome))).toEqual(new Set(['signed_in']));
    const accounts = await accountsOf(email);
    expect(accounts).toHaveLength(1);
    expect(await identitiesOf({ ...browsers[0], token: tokenOf(ends[0]!) })).toHaveLength(1);
  });

  test('gets one account from two providers at once; the other one has to ask the owner', async () => {
    const email = newEmail();
    const ends = await Promise.all([world.signIn('google', { email }), world.signIn('apple', { email })]);
    expect(ends.map((end) => finished(end).outcome).toSorted()).toEqual([
      'confirmation_required',
      'signed_in',
    ]);
    expect(await accountsOf(email)).toHaveLength(1);
  });
});

describe('an answer', () => {
  test('works once', async () => {
    const browser = newBrowser();
    const answer = await world.visit(await world.depart('google', browser), { email: newEmail() });
    const ends = await Promise.all(
      Array.from({ length: 20 }, () => world.bringBack('google', answer, browser)),
    );
    const codes = ends.map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['ok', 'social_expired']));
  });

  test('works in the browser that began only, and another one does not spend it', async () => {
    const browser = newBrowser();
    const answer = await world.visit(await world.depart('apple', browser), { email: newEmail() });
    expect(codeOf(await world.bringBack('apple', answer, newBrowser()))).toBe('social_other_browser');
    expect(codeOf(await world.bringBack('apple', answer, {}))).toBe('social_other_browser');
    expect(codeOf(await world.bringBack('apple', answer, browser))).toBe('ok');
  });

  test('works with the provider that it is of, and with a state of ours, only', async () => {
    const browser = newBrowser();
    const answer = await world.visit(await world.depart('google', browser), { email: newEmail() });
    expect(codeOf(await world.bringBack('apple', answer, browser))).toBe('social_expired');
    const foreign = { ...answer, state: 'A'.repeat(43) };
    expect(codeOf(await world.bringBack('google', foreign, browser))).toBe('social_expired');
  });

  test('is too late after ten minutes', async () => {
    const browser = newBrowser();
    const answer = await world.visit(await world.depart('google', browser), { email: newEmail() });
    world.under.clock.advance(10 * minuteMs);
    expect(codeOf(await world.bringBack('google', answer, browser))).toBe('social_expired');
  });

  test('that belongs to another sign-in is refused: code, nonce and verifier hold together', async () => {
    const [mine, theirs] = [newBrowser(), newBrowser()];
    const own = await world.visit(await world.depart('google', mine), { email: newEmail() });
    const stolen = await world.visit(await world.depart('google', theirs), { email: newEmail() });
    const mixed = { ...own, code: stolen['code'] ?? '' };
    expect(codeOf(await world.bringBack('google', mixed, mine))).toBe('authentication_failed');
  });

  test.each(['nonce', 'audience', 'issuer', 'expired', 'signature'])(
    'whose ID token has a wrong %s is refused',
    async (fault) => {
      for (const provider of ['google', 'apple'] as const) {
        const email = newEmail();
        await world.disturb(provider, fault);
        expect(codeOf(await world.signIn(provider, { email }))).toBe('authentication_failed');
        expect(await accountsOf(email)).toEqual([]);
      }
    },
  );

  test('from another issuer than the one that was asked is refused', async () => {
    const browser = newBrowser();
    const answer = await world.visit(await world.depart('google', browser), { email: newEmail() });
    const mixedUp = { ...answer, iss: 'https://accounts.evil.example' };
    expect(codeOf(await world.bringBack('google', mixedUp, browser))).toBe('authentication_failed');
  });

  test.each(providers)(
    'of somebody who refuses at %s says so, as often as it is brought back',
    async (name) => {
      const browser = newBrowser();
      const answer = await world.visit(await world.depart(name, browser), { deny: true });
      expect(codeOf(await world.bringBack(name, answer, browser))).toBe('social_denied');
      expect(codeOf(await world.bringBack(name, answer, browser))).toBe('social_denied');
    },
  );

  test.each(['google', 'apple', 'facebook'] as const)(
    'that %s cannot redeem right now may be brought back again',
    async (provider) => {
      const browser = newBrowser();
      const answer = await world.visit(await world.depart(provider, browser), { email: newEmail() });
      await world.disturb(provider, 'unavailable');
      expect(codeOf(await world.bringBack(provider, answer, browser))).toBe('provider_unavailable');
      expect(codeOf(await world.bringBack(provider, answer, browser))).toBe('ok');
    },
  );
});

describe('an address that has an account', () => {
  test('is asked for the password, and then the provider signs in', async () => {
    const owner = await makeUser(world.under);
    const browser = newBrowser();
    const answer = await world.signIn('google', { email: owner.email }, browser);
    expect(finished(answer)).toMatchObject({
      outcome: 'confirmation_required',
      access_token: null,
      confirmation: { email: owner.email, reason: 'account_exists', by_password: true },
    });
    const token = confirmationOf(answer);
    const confirm = (given: string, speaker: Speaker = browser) =>
      world.under.call(api.confirmSocialByPassword, { body: { token, password: given } }, speaker);
    expect(codeOf(await confirm('not it'))).toBe('current_password_wrong');
    expect(codeOf(await confirm(password, newBrowser()))).toBe('social_expired');
    const ends = await Promise.all(Array.from({ length: 10 }, () => confirm(password)));
    expect(ends.filter((end) => end.status === 201)).toHaveLength(1);
    expect(new Set(ends.map(codeOf))).toEqual(new Set(['ok', 'social_expired']));
    const again = await world.signIn('google', { email: owner.email }, browser);
    expect((await userOf(again, browser)).id).toBe(owner.id);
    const letters = world.under.jobs.lettersTo(owner.email).map(({ subject }) => subject);
    expect(letters).toContain('Google was connected to your Comet account');
  });

  test('is asked by mail, in the browser that began', async () => {
    const owner = await makeUser(world.under);
    const browser = newBrowser();
    const answer = await world.signIn('apple', { email: owner.email }, browser);
    expect((await mailTo(answer, browser)).status).toBe(204);
    expect(codeOf(await followMailTo(owner.email, newBrowser()))).toBe('social_other_browser');
    const ends = await Promise.all(Array.from({ length: 10 }, () => followMailTo(owner.email, browser)));
    expect(ends.filter((end) => end.status === 201)).toHaveLength(1);
    expect(new Set(ends.map(codeOf))).toEqual(new Set(['ok', 'link_used']));
    const entered = ends.find((end) => end.status === 201);
    expect((await userOf(entered!, browser)).id).toBe(owner.id);
    expect((await logIn(owner.email)).status).toBe(201);
  });

  test('is asked by mail only, when the account has no password', async () => {
    const email = newEmail();
    await world.signIn('google', { email });
    const browser = newBrowser();
    const answer = await world.signIn('apple', { email }, browser);
    expect(finished(answer).confirmation).toMatchObject({ reason: 'account_exists', by_password: false });
    const body = { token: confirmationOf(answer), password };
    const guessed = await world.under.call(api.confirmSocialByPassword, { body }, browser);
    expect(codeOf(guessed)).toBe('current_password_wrong');
  });

  test('does not let passwords be guessed without end', async () => {
    const owner = await makeUser(world.under);
    const browser = newBrowser();
    const answer = await world.signIn('google', { email: owner.email }, browser);
    const body = { token: confirmationOf(answer), password: 'a guess' };
    const from = { 'x-forwarded-for': '198.51.100.7' };
    const guess = () => world.under.call(api.confirmSocialByPassword, { body }, browser, from);
    const codes = (await Promise.all(Array.from({ length: 15 }, guess))).map(codeOf);
    expect(new Set(codes)).toEqual(new Set(['current_password_wrong', 'too_many_requests']));
    const login = { body: { email: owner.email, password: 'a guess' } };
    expect(codeOf(await world.under.call(api.logIn, login, browser, from))).toBe('too_many_requests');
  });
});

describe('an address that nobody vouches for', () => {
  const waysToBeUnsure: [Provider, boolean][] = [
    ['google', false],
    ['apple', false],
    ['facebook', true],
  ];

  test.each(waysToBeUnsure)('makes no account by %s until its mailbox agrees', async (provider, verified) => {
    const [browser, email] = [newBrowser(), newEmail()];
    const answer = await world.signIn(provider, { email, verified }, browser);
    expect(finished(answer)).toMatchObject({
      outcome: 'confirmation_required',
      confirmation: { email, reason: 'email_unverified', by_password: false },
    });
    expect(await accountsOf(email)).toEqual([]);
    await mailTo(answer, browser);
    const entered = await followMailTo(email, browser);
    expect(await userOf(entered, browser)).toMatchObject({
      email,
      email_verified: true,
      has_password: false,
    });
    expect(codeOf(await world.signIn(provider, { email, verified }, browser))).toBe('ok');
  });

  test.each(waysToBeUnsure)(
    'answers by %s alike whether or not it has an account',
    async (name, verified) => {
      const owner = await makeUser(world.under);
      const browser = newBrowser();
      const shape = async (email: string) => {
        const answer = await world.signIn(name, { email, verified }, browser);
        const { confirmation, ...rest } = finished(answer);
        const mailed = await mailTo(answer, browser);
        return { ...rest, confirmation: { ...confirmation, token: '', email: '' }, mailed: mailed.status };
      };
      expect(await shape(owner.email)).toEqual(await shape(newEmail()));
      expect(world.under.jobs.lettersTo(owner.email).at(-1)?.subject).toMatch(/^Connect /);
      expect((await followMailTo(owner.email, browser)).status).toBe(201);
      expect(await identitiesOf(owner)).toHaveLength(1);
    },
  );

  test('is asked of the person, where the provider knows none; a link proves only the mailbox that it went to', async () => {
    const browser = newBrowser();
    const answer = await world.signIn('facebook', {}, browser);
    expect(finished(answer).confirmation).toMatchObject({ email: null, reason: 'email_missing' });
    expect((await mailTo(answer, browser)).text).toContain('"email.required"');
    const [mistyped, right] = [newEmail(), newEmail()];
    await mailTo(answer, browser, mistyped);
    const wrong = world.under.jobs.tokenMailedTo(mistyped);
    await mailTo(answer, browser, right);
    const follow = (token: string) => world.under.call(api.confirmSocialByLink, { body: { token } }, browser);
    expect(codeOf(await follow(wrong))).toBe('link_invalid');
    const first = world.under.jobs.tokenMailedTo(right);
    await mailTo(answer, browser, right);
    const entered = await follow(first);
    expect(await userOf(entered, browser)).toMatchObject({ email: right });
    expect(await accountsOf(mistyped)).toEqual([]);
  });

  test('is confirmed within an hour, by a link that says what is wrong with it', async () => {
    const [browser, email] = [newBrowser(), newEmail()];
    const answer = await world.signIn('facebook', { email }, browser);
    await mailTo(answer, browser);
    const unknown = await world.under.call(api.confirmSocialByLink, { body: { token: 'x.y' } }, browser);
    expect(codeOf(unknown)).toBe('link_invalid');
    world.under.clock.advance(60 * minuteMs);
    expect(codeOf(await followMailTo(email, browser))).toBe('confirmation_expired');
    expect(codeOf(await mailTo(answer, browser))).toBe('social_expired');
  });

  test('is not flooded with links', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let asked = 0; asked < 6; asked += 1) {
      const browser = newBrowser();
      statuses.push((await mailTo(await world.signIn('facebook', { email }, browser), browser)).status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  });
});

describe('a password that was never confirmed by mail', () => {
  test('is worth nothing once the address is proved, and neither is its session', async () => {
    for (const provider of ['google', 'facebook'] as const) {
      const email = newEmail();
      const squatter = await makeUser(world.under, { email, verified: false });
      const browser = newBrowser();
      let answer = await world.signIn(provider, { email }, browser);
      if (provider === 'facebook') {
        await mailTo(answer, browser);
        answer = await followMailTo(email, browser);
      }
      expect(await userOf(answer, browser)).toMatchObject({
        email,
        email_verified: true,
        has_password: false,
      });
      expect((await world.under.call(api.currentUser, {}, squatter)).status).toBe(401);
      expect(codeOf(await logIn(email))).toBe('wrong_credentials');
      expect(await accountsOf(email)).toHaveLength(1);
    }
  });

  test('cannot have a provider connected to it', async () => {
    const user = await makeUser(world.under, { verified: false });
    const body = { provider: 'google', password } as const;
    expect(codeOf(await world.under.call(api.startIdentityLink, { body }, user))).toBe('email_unverified');
  });
});

describe('connecting a provider to an account', () => {
  test('asks for the password, and is told to the owner', async () => {
    const user = await makeUser(world.under);
    const begin = (given?: string) =>
      world.under.call(api.startIdentityLink, { body: { provider: 'google', password: given } }, user);
    expect(codeOf(await begin())).toBe('current_password_wrong');
    expect(codeOf(await begin('not it'))).toBe('current_password_wrong');
    const email = newEmail();
    expect(finished(await link('google', user, email))).toMatchObject({
      outcome: 'linked',
      access_token: null,
    });
    expect(await identitiesOf(user)).toMatchObject([{ provider: 'google', email }]);
    expect(world.under.jobs.lettersTo(user.email).at(-1)?.subject).toMatch(/^Google was connected/);
    const browser = newBrowser();
    const signedIn = await world.signIn('google', { email }, browser);
    expect((await userOf(signedIn, browser)).id).toBe(user.id);
  });

  test('needs a fresh sign-in, where the account has no password', async () => {
    const browser = newBrowser();
    const answer = await world.signIn('google', { email: newEmail() }, browser);
    const user = { ...browser, token: tokenOf(answer) };
    const begin = () => world.under.call(api.startIdentityLink, { body: { provider: 'apple' } }, user);
    expect((await begin()).status).toBe(201);
    world.under.clock.advance(10 * minuteMs);
    expect(codeOf(await begin())).toBe('reauthentication_required');
  });

  test('does not take an identity that belongs to another account', async () => {
    const [first, second] = [await makeUser(world.under), await makeUser(world.under)];
    const email = newEmail();
    expect(codeOf(await link('facebook', first, email))).toBe('ok');
    expect(codeOf(await link('facebook', second, email))).toBe('identity_linked_elsewhere');
    expect(codeOf(await link('facebook', first, email))).toBe('ok');
    expect(await identitiesOf(second)).toEqual([]);
    expect(await identitiesOf(first)).toHaveLength(1);
  });

  test('gives an identity that many accounts reach for to one of them', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => makeUser(world.under)));
    const email = newEmail();
    const answers = await Promise.all(
      users.map(async (user) => {
        const body = { provider: 'google', password } as const;
        const begun = await world.under.call(api.startIdentityLink, { body }, user);
        return world.visit((begun.json as { url: string }).url, { email });
      }),
    );
    const ends = await Promise.all(
      answers.map((answer, index) =>
        world.bringBack('google', answer, { deviceId: users[index]?.deviceId ?? '' }),
      ),
    );
    const codes = ends.map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['ok', 'identity_linked_elsewhere']));
  });

  test('falls with the session that asked for it', async () => {
    const user = await makeUser(world.under);
    const begun = await world.under.call(
      api.startIdentityLink,
      { body: { provider: 'google', password } },
      user,
    );
    const answer = await world.visit((begun.json as { url: string }).url, { email: newEmail() });
    await world.under.call(api.logOut, {}, user);
    expect(codeOf(await world.bringBack('google', answer, { deviceId: user.deviceId }))).toBe(
      'social_expired',
    );
  });
});

describe('disconnecting', () => {
  test('takes the way in away, and tells the owner', async () => {
    const user = await makeUser(world.under);
    const email = newEmail();
    await link('google', user, email);
    const [identity] = await identitiesOf(user);
    const remove = (speaker: Speaker) =>
      world.under.call(
        api.removeIdentity,
        { params: { id: identity?.id ?? '' }, body: { password } },
        speaker,
      );
    expect(codeOf(await remove(await makeUser(world.under)))).toBe('not_found');
    expect((await remove(user)).status).toBe(204);
    expect(await identitiesOf(user)).toEqual([]);
    expect(world.under.jobs.lettersTo(user.email).at(-1)?.subject).toMatch(/^Google was disconnected/);
    const answer = await world.signIn('google', { email });
    expect((await userOf(answer, {})).id).not.toBe(user.id);
  });

  test('never takes the last way in, even when the last two go at once', async () => {
    const browser = newBrowser();
    const first = await world.signIn('google', { email: newEmail() }, browser);
    const user = { ...browser, token: tokenOf(first) };
    const begun = await world.under.call(api.startIdentityLink, { body: { provider: 'apple' } }, user);
    const answer = await world.visit((begun.json as { url: string }).url, { email: newEmail() });
    await world.bringBack('apple', answer, browser);
    const both = await identitiesOf(user);
    expect(both).toHaveLength(2);
    const ends = await Promise.all(
      both.map(({ id }) => world.under.call(api.removeIdentity, { params: { id }, body: {} }, user)),
    );
    expect(ends.map(codeOf).toSorted()).toEqual(['last_way_in', 'ok']);
    expect(await identitiesOf(user)).toHaveLength(1);
  });
});

describe('the one door', () => {
  test('asks for the second factor after a provider, too', async () => {
    const [browser, email] = [newBrowser(), newEmail()];
    await world.signIn('google', { email }, browser);
    await world.under.world.db
      .updateTable('users')
      .set({ twoFactorEnabledAt: world.under.clock.now() })
      .where('email', '=', email)
      .execute();
    const answer = await world.signIn('google', { email }, browser);
    const shown = await world.under.call(api.currentUser, {}, { ...browser, token: tokenOf(answer) });
    expect(codeOf(shown)).toBe('two_factor_code_required');
  });

  test('says of a deleted account that it was deleted, and lets nobody connect it', async () => {
    const [browser, email] = [newBrowser(), newEmail()];
    await world.signIn('google', { email }, browser);
    const waiting = await world.signIn('apple', { email }, browser);
    await mailTo(waiting, browser);
    await world.under.world.db
      .updateTable('users')
      .set({ deletedAt: world.under.clock.now() })
      .where('email', '=', email)
      .execute();
    expect(codeOf(await world.signIn('google', { email }, browser))).toBe('account_deleted');
    // The address is free again, so its owner gets a new account.
    const entered = await followMailTo(email, browser);
    expect(entered.status).toBe(201);
    expect(await accountsOf(email)).toHaveLength(2);
  });
});

test('nothing that opens a sign-in is in the database', async () => {
  const browser = newBrowser();
  const address = await world.depart('google', browser);
  const state = new URL(address).searchParams.get('state') ?? '';
  const answer = await world.signIn('facebook', { email: newEmail() }, browser);
  await mailTo(answer, browser);
  const { db } = world.under.world;
  const rows = [
    await db.selectFrom('socialSignIns').selectAll().execute(),
    await db.selectFrom('pendingIdentities').selectAll().execute(),
  ];
  expect(state).toHaveLength(43);
  expect(JSON.stringify(rows)).not.toContain(state);
  expect(JSON.stringify(rows)).not.toContain(confirmationOf(answer));
});

test('tells which providers are offered, and offers no other', async () => {
  const listed = await world.under.call(api.listSocialNetworks, {});
  expect(listed.json).toEqual({ providers: ['google', 'apple', 'facebook'] });
});
