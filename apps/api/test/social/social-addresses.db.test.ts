import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '../fixture/api-fixture.ts';
import { codeOf, confirmationOf, finished, newEmail, password, socialSignIns } from './social-sign-ins.ts';
import { newBrowser, type Provider, type SocialFixture, startSocialFixture } from './social-fixture.ts';

let fixture: SocialFixture;
beforeAll(async () => {
  fixture = await startSocialFixture();
});
afterAll(() => fixture.stop());

const { userOf, identitiesOf, logIn, accountsOf, mailTo, followMailTo } = socialSignIns(() => fixture);
const minuteMs = 60_000;

describe('an address that has an account', () => {
  test('requires the password once, then signs in by the provider', async () => {
    const owner = await makeUser(fixture.under);
    const browser = newBrowser();
    const response = await fixture.signIn('google', { email: owner.email }, browser);
    expect(finished(response)).toMatchObject({
      outcome: 'confirmation_required',
      access_token: null,
      confirmation: { email: owner.email, reason: 'account_exists', by_password: true },
    });
    const token = confirmationOf(response);
    const confirm = (given: string, speaker: TestCredentials = browser) =>
      fixture.under.call(api.confirmSocialByPassword, { body: { token, password: given } }, speaker);
    expect(codeOf(await confirm('not it'))).toBe('current_password_wrong');
    expect(codeOf(await confirm(password, newBrowser()))).toBe('social_expired');
    const ends = await Promise.all(Array.from({ length: 10 }, () => confirm(password)));
    expect(ends.filter((end) => end.status === 201)).toHaveLength(1);
    expect(new Set(ends.map(codeOf))).toEqual(new Set(['ok', 'social_expired']));
    const again = await fixture.signIn('google', { email: owner.email }, browser);
    expect((await userOf(again, browser)).id).toBe(owner.id);
    const emails = fixture.under.jobs.emailsTo(owner.email).map(({ subject }) => subject);
    expect(emails).toContain('Google was connected to your Comet account');
  });

  test('requires a mailed link, in the same browser', async () => {
    const owner = await makeUser(fixture.under);
    const browser = newBrowser();
    const response = await fixture.signIn('apple', { email: owner.email }, browser);
    expect((await mailTo(response, browser)).status).toBe(204);
    expect(codeOf(await followMailTo(owner.email, newBrowser()))).toBe('social_other_browser');
    const ends = await Promise.all(Array.from({ length: 10 }, () => followMailTo(owner.email, browser)));
    expect(ends.filter((end) => end.status === 201)).toHaveLength(1);
    expect(new Set(ends.map(codeOf))).toEqual(new Set(['ok', 'link_used']));
    const entered = ends.find((end) => end.status === 201);
    expect((await userOf(entered!, browser)).id).toBe(owner.id);
    expect((await logIn(owner.email)).status).toBe(201);
  });

  test('requires only a mailed link, if the account has no password', async () => {
    const email = newEmail();
    await fixture.signIn('google', { email });
    const browser = newBrowser();
    const response = await fixture.signIn('apple', { email }, browser);
    expect(finished(response).confirmation).toMatchObject({ reason: 'account_exists', by_password: false });
    const body = { token: confirmationOf(response), password };
    const guessed = await fixture.under.call(api.confirmSocialByPassword, { body }, browser);
    expect(codeOf(guessed)).toBe('current_password_wrong');
  });

  test('limits password guesses', async () => {
    const owner = await makeUser(fixture.under);
    const browser = newBrowser();
    const response = await fixture.signIn('google', { email: owner.email }, browser);
    const body = { token: confirmationOf(response), password: 'a guess' };
    const from = { 'x-forwarded-for': '198.51.100.7' };
    const guess = () => fixture.under.call(api.confirmSocialByPassword, { body }, browser, from);
    const codes = (await Promise.all(Array.from({ length: 15 }, guess))).map(codeOf);
    expect(new Set(codes)).toEqual(new Set(['current_password_wrong', 'too_many_requests']));
    const login = { body: { email: owner.email, password: 'a guess' } };
    expect(codeOf(await fixture.under.call(api.logIn, login, browser, from))).toBe('too_many_requests');
  });
});

describe('an unverified address', () => {
  const waysToBeUnsure: [Provider, boolean][] = [
    ['google', false],
    ['apple', false],
    ['facebook', true],
  ];

  test.each(waysToBeUnsure)(
    'creates no account by %s until its mailbox confirms',
    async (provider, verified) => {
      const [browser, email] = [newBrowser(), newEmail()];
      const response = await fixture.signIn(provider, { email, verified }, browser);
      expect(finished(response)).toMatchObject({
        outcome: 'confirmation_required',
        confirmation: { email, reason: 'email_unverified', by_password: false },
      });
      expect(await accountsOf(email)).toEqual([]);
      await mailTo(response, browser);
      const entered = await followMailTo(email, browser);
      expect(await userOf(entered, browser)).toMatchObject({
        email,
        email_verified: true,
        has_password: false,
      });
      expect(codeOf(await fixture.signIn(provider, { email, verified }, browser))).toBe('ok');
    },
  );

  test.each(waysToBeUnsure)(
    'responds the same by %s whether or not it has an account',
    async (name, verified) => {
      const owner = await makeUser(fixture.under);
      const browser = newBrowser();
      const shape = async (email: string) => {
        const response = await fixture.signIn(name, { email, verified }, browser);
        const { confirmation, ...rest } = finished(response);
        const mailed = await mailTo(response, browser);
        return { ...rest, confirmation: { ...confirmation, token: '', email: '' }, mailed: mailed.status };
      };
      expect(await shape(owner.email)).toEqual(await shape(newEmail()));
      expect(fixture.under.jobs.emailsTo(owner.email).at(-1)?.subject).toMatch(/^Connect /);
      expect((await followMailTo(owner.email, browser)).status).toBe(201);
      expect(await identitiesOf(owner)).toHaveLength(1);
    },
  );

  test('must be entered if the provider has none; a link proves only the mailbox that it was sent to', async () => {
    const browser = newBrowser();
    const response = await fixture.signIn('facebook', {}, browser);
    expect(finished(response).confirmation).toMatchObject({ email: null, reason: 'email_missing' });
    expect((await mailTo(response, browser)).text).toContain('"email.required"');
    const [mistyped, right] = [newEmail(), newEmail()];
    await mailTo(response, browser, mistyped);
    const wrong = fixture.under.jobs.tokenMailedTo(mistyped);
    await mailTo(response, browser, right);
    const follow = (token: string) =>
      fixture.under.call(api.confirmSocialByLink, { body: { token } }, browser);
    expect(codeOf(await follow(wrong))).toBe('link_invalid');
    const first = fixture.under.jobs.tokenMailedTo(right);
    await mailTo(response, browser, right);
    const entered = await follow(first);
    expect(await userOf(entered, browser)).toMatchObject({ email: right });
    expect(await accountsOf(mistyped)).toEqual([]);
  });

  test('is confirmed within an hour, by a link that reports its errors', async () => {
    const [browser, email] = [newBrowser(), newEmail()];
    const response = await fixture.signIn('facebook', { email }, browser);
    await mailTo(response, browser);
    const unknown = await fixture.under.call(api.confirmSocialByLink, { body: { token: 'x.y' } }, browser);
    expect(codeOf(unknown)).toBe('link_invalid');
    fixture.under.clock.advance(60 * minuteMs);
    expect(codeOf(await followMailTo(email, browser))).toBe('confirmation_expired');
    expect(codeOf(await mailTo(response, browser))).toBe('social_expired');
  });

  test('gets a limited number of links', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let requests = 0; requests < 6; requests += 1) {
      const browser = newBrowser();
      statuses.push((await mailTo(await fixture.signIn('facebook', { email }, browser), browser)).status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  });
});

describe('a password of an unconfirmed account', () => {
  test('is invalid once the address is verified by its owner, and so is its session', async () => {
    for (const provider of ['google', 'facebook'] as const) {
      const email = newEmail();
      const squatter = await makeUser(fixture.under, { email, verified: false });
      const browser = newBrowser();
      let response = await fixture.signIn(provider, { email }, browser);
      if (provider === 'facebook') {
        await mailTo(response, browser);
        response = await followMailTo(email, browser);
      }
      expect(await userOf(response, browser)).toMatchObject({
        email,
        email_verified: true,
        has_password: false,
      });
      expect((await fixture.under.call(api.currentUser, {}, squatter)).status).toBe(401);
      expect(codeOf(await logIn(email))).toBe('wrong_credentials');
      expect(await accountsOf(email)).toHaveLength(1);
    }
  });

  test('cannot have a provider connected to it', async () => {
    const user = await makeUser(fixture.under, { verified: false });
    const body = { provider: 'google', password } as const;
    expect(codeOf(await fixture.under.call(api.startIdentityLink, { body }, user))).toBe('email_unverified');
  });
});
