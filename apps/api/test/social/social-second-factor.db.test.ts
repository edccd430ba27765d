import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endSessions } from '../../src/features/users/index.ts';
import { addPasskey, outcome } from '../sign-in/passkey-client.ts';
import { newBrowser, type SocialFixture, startSocialFixture } from './social-fixture.ts';
import { makeTwoFactorUser, type TwoFactorUser } from '../sign-in/two-factor-user.ts';

let fixture: SocialFixture;
let owner: TwoFactorUser;
beforeAll(async () => {
  fixture = await startSocialFixture();
});
beforeEach(async () => {
  owner = await makeTwoFactorUser(fixture.under);
});
afterAll(() => fixture.stop());

const identities = () =>
  fixture.under.dependencies.db
    .selectFrom('identities')
    .select('provider')
    .where('userId', '=', owner.id)
    .execute();
const emails = () => fixture.under.jobs.emailsTo(owner.email).map(({ subject }) => subject);

/** Completes a provider sign-in with the owner's address; returns the token of the pending identity. */
async function arrive(browser: TestCredentials): Promise<string> {
  const arrived = await fixture.signIn('google', { email: owner.email }, browser);
  return (arrived.json as { confirmation: { token: string } }).confirmation.token;
}

/** Confirms with the password, without the second factor. */
async function agree(browser = newBrowser()): Promise<Required<TestCredentials>> {
  const body = { token: await arrive(browser), password: owner.password };
  const response = await fixture.under.call(api.confirmSocialByPassword, { body }, browser);
  return { ...browser, token: (response.json as { access_token: string }).access_token };
}

async function agreeByMail(browser = newBrowser()): Promise<Required<TestCredentials>> {
  await fixture.under.call(api.requestSocialMail, { body: { token: await arrive(browser) } }, browser);
  const body = { token: fixture.under.jobs.tokenMailedTo(owner.email) };
  const response = await fixture.under.call(api.confirmSocialByLink, { body }, browser);
  return { ...browser, token: (response.json as { access_token: string }).access_token };
}

const verify = (limited: TestCredentials, code: string) =>
  fixture.under.call(api.verifyTwoFactor, { body: { remember: false, code } }, limited);

describe.each([
  ['the password', agree],
  ['a link in the mailbox', agreeByMail],
])('a provider confirmed by %s', (_, agreed) => {
  test('is connected, with its notice, after the second factor', async () => {
    const limited = await agreed();
    expect(outcome(await fixture.under.call(api.currentUser, {}, limited))).toBe('two_factor_code_required');
    expect(await identities()).toEqual([]);
    expect(emails()).not.toContain('Google was connected to your Comet account');
    expect(outcome(await verify(limited, owner.code()))).toBe('done');
    expect(await identities()).toEqual([{ provider: 'google' }]);
    expect(emails()).toContain('Google was connected to your Comet account');
  });

  test('is not connected by a wrong code, nor by another completed sign-in', async () => {
    const limited = await agreed();
    expect(outcome(await verify(limited, '000000'))).toBe('two_factor_code_wrong');
    const body = { email: owner.email, password: owner.password };
    const other = newBrowser();
    const { json } = await fixture.under.call(api.logIn, { body }, other);
    const { access_token: token } = json as { access_token: string };
    expect(outcome(await verify({ ...other, token }, owner.code()))).toBe('done');
    expect(await identities()).toEqual([]);
  });
});

test('an abandoned sign-in connects nothing, and its session gives no access', async () => {
  const limited = await agree();
  fixture.under.clock.advance(16 * 60_000);
  expect(outcome(await verify(limited, owner.code()))).toBe('unauthorized');
  const ended = await agree();
  await fixture.under.dependencies.db.transaction().execute((trx) => endSessions(trx, owner.id));
  expect(outcome(await verify(ended, owner.code()))).toBe('unauthorized');
  expect(await identities()).toEqual([]);
});

test('a provider is connected at once on a remembered device, which requires no second factor', async () => {
  const browser = newBrowser();
  const body = { email: owner.email, password: owner.password };
  const { json } = await fixture.under.call(api.logIn, { body }, browser);
  const limited = { ...browser, token: (json as { access_token: string }).access_token };
  const remembered = { remember: true, code: owner.code() };
  await fixture.under.call(api.verifyTwoFactor, { body: remembered }, limited);
  await agree(browser);
  expect(await identities()).toEqual([{ provider: 'google' }]);
});

test('twenty concurrent factors connect the provider once', async () => {
  const limited = await agree();
  const code = owner.code();
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? verify(limited, code)
        : fixture.under.call(
            api.verifyTwoFactor,
            { body: { remember: false, recoveryCode: owner.recoveryCodes[n % 10]! } },
            limited,
          ),
    ),
  );
  expect(responses.filter((response) => outcome(response) === 'done')).toHaveLength(1);
  expect(await identities()).toEqual([{ provider: 'google' }]);
});

test('the first of two accounts that confirm one identity gets it; the other signs in without it', async () => {
  const browser = newBrowser();
  const [mine, yours] = [await agree(browser), await makeTwoFactorUser(fixture.under)];
  await fixture.under.dependencies.db
    .updateTable('pendingIdentities')
    .set({ subject: 'wanted by both' })
    .where('userId', '=', owner.id)
    .execute();
  const own = owner;
  owner = yours;
  const theirs = await agree();
  await fixture.under.dependencies.db
    .updateTable('pendingIdentities')
    .set({ subject: 'wanted by both' })
    .where('userId', '=', yours.id)
    .execute();
  const responses = await Promise.all([verify(mine, own.code()), verify(theirs, yours.code())]);
  expect(responses.map(outcome)).toEqual(['done', 'done']);
  const linked = fixture.under.dependencies.db
    .selectFrom('identities')
    .select('userId')
    .where('subject', '=', 'wanted by both');
  expect(await linked.execute()).toHaveLength(1);
});

test('a passkey instead of the code connects a provider too', async () => {
  const { authenticator } = await addPasskey(fixture.under, owner);
  const limited = await agree();
  const begun = await fixture.under.call(api.beginTwoFactorPasskey, {}, limited);
  const { options } = z.decode(api.beginTwoFactorPasskey.reply, begun.json as never);
  const credential = authenticator.get(options);
  const body = { remember: false, credential };
  expect(outcome(await fixture.under.call(api.verifyTwoFactorPasskey, { body }, limited))).toBe('done');
  expect(await identities()).toEqual([{ provider: 'google' }]);
});
