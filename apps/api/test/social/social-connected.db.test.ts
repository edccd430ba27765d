import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '../fixture/api-fixture.ts';
import { codeOf, finished, newEmail, password, socialSignIns, tokenOf } from './social-sign-ins.ts';
import { newBrowser, type SocialFixture, startSocialFixture } from './social-fixture.ts';

let fixture: SocialFixture;
beforeAll(async () => {
  fixture = await startSocialFixture();
});
afterAll(() => fixture.stop());

const { userOf, identitiesOf, link } = socialSignIns(() => fixture);
const minuteMs = 60_000;

describe('connecting a provider to an account', () => {
  test('requires the password, and notifies the owner', async () => {
    const user = await makeUser(fixture.under);
    const begin = (given?: string) =>
      fixture.under.call(api.startIdentityLink, { body: { provider: 'google', password: given } }, user);
    expect(codeOf(await begin())).toBe('current_password_wrong');
    expect(codeOf(await begin('not it'))).toBe('current_password_wrong');
    const email = newEmail();
    expect(finished(await link('google', user, email))).toMatchObject({
      outcome: 'linked',
      access_token: null,
    });
    expect(await identitiesOf(user)).toMatchObject([{ provider: 'google', email }]);
    expect(fixture.under.jobs.emailsTo(user.email).at(-1)?.subject).toMatch(/^Google was connected/);
    const browser = newBrowser();
    const signedIn = await fixture.signIn('google', { email }, browser);
    expect((await userOf(signedIn, browser)).id).toBe(user.id);
  });

  test('requires a fresh sign-in if the account has no password', async () => {
    const browser = newBrowser();
    const response = await fixture.signIn('google', { email: newEmail() }, browser);
    const user = { ...browser, token: tokenOf(response) };
    const begin = () => fixture.under.call(api.startIdentityLink, { body: { provider: 'apple' } }, user);
    expect((await begin()).status).toBe(201);
    fixture.under.clock.advance(10 * minuteMs);
    expect(codeOf(await begin())).toBe('reauthentication_required');
  });

  test('does not take an identity that belongs to another account', async () => {
    const [first, second] = [await makeUser(fixture.under), await makeUser(fixture.under)];
    const email = newEmail();
    expect(codeOf(await link('facebook', first, email))).toBe('ok');
    expect(codeOf(await link('facebook', second, email))).toBe('identity_linked_elsewhere');
    expect(codeOf(await link('facebook', first, email))).toBe('ok');
    expect(await identitiesOf(second)).toEqual([]);
    expect(await identitiesOf(first)).toHaveLength(1);
  });

  test('connects an identity to one of several accounts that request it concurrently', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => makeUser(fixture.under)));
    const email = newEmail();
    const responses = await Promise.all(
      users.map(async (user) => {
        const body = { provider: 'google', password } as const;
        const begun = await fixture.under.call(api.startIdentityLink, { body }, user);
        return fixture.signInAtProvider((begun.json as { url: string }).url, { email });
      }),
    );
    const ends = await Promise.all(
      responses.map((response, index) =>
        fixture.sendResponse('google', response, { deviceId: users[index]?.deviceId ?? '' }),
      ),
    );
    const codes = ends.map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['ok', 'identity_linked_elsewhere']));
  });

  test('ends with the requesting session', async () => {
    const user = await makeUser(fixture.under);
    const begun = await fixture.under.call(
      api.startIdentityLink,
      { body: { provider: 'google', password } },
      user,
    );
    const response = await fixture.signInAtProvider((begun.json as { url: string }).url, {
      email: newEmail(),
    });
    await fixture.under.call(api.logOut, {}, user);
    expect(codeOf(await fixture.sendResponse('google', response, { deviceId: user.deviceId }))).toBe(
      'social_expired',
    );
  });
});

describe('disconnecting', () => {
  test('removes the sign-in method, and notifies the owner', async () => {
    const user = await makeUser(fixture.under);
    const email = newEmail();
    await link('google', user, email);
    const [identity] = await identitiesOf(user);
    const remove = (speaker: TestCredentials) =>
      fixture.under.call(
        api.removeIdentity,
        { params: { id: identity?.id ?? '' }, body: { password } },
        speaker,
      );
    expect(codeOf(await remove(await makeUser(fixture.under)))).toBe('not_found');
    expect((await remove(user)).status).toBe(204);
    expect(await identitiesOf(user)).toEqual([]);
    expect(fixture.under.jobs.emailsTo(user.email).at(-1)?.subject).toMatch(/^Google was disconnected/);
    const response = await fixture.signIn('google', { email });
    expect((await userOf(response, {})).id).not.toBe(user.id);
  });

  test('never removes the last sign-in method, also in concurrent removals', async () => {
    const browser = newBrowser();
    const first = await fixture.signIn('google', { email: newEmail() }, browser);
    const user = { ...browser, token: tokenOf(first) };
    const begun = await fixture.under.call(api.startIdentityLink, { body: { provider: 'apple' } }, user);
    const response = await fixture.signInAtProvider((begun.json as { url: string }).url, {
      email: newEmail(),
    });
    await fixture.sendResponse('apple', response, browser);
    const both = await identitiesOf(user);
    expect(both).toHaveLength(2);
    const ends = await Promise.all(
      both.map(({ id }) => fixture.under.call(api.removeIdentity, { params: { id }, body: {} }, user)),
    );
    expect(ends.map(codeOf).toSorted()).toEqual(['last_way_in', 'ok']);
    expect(await identitiesOf(user)).toHaveLength(1);
  });
});
