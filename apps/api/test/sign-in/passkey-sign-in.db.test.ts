import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { addPasskey, beginAdding, beginSignIn, finishSignIn, outcome, passkeysOf } from './passkey-client.ts';
import { type CeremonyDeviations, SoftwareAuthenticator } from './software-authenticator.ts';

let under: ApiUnderTest;
let user: TestUser;
const minute = 60_000;
const browser = () => ({ deviceId: randomUUID() });
const subjects = (email: string) => under.jobs.emailsTo(email).map((email) => email.subject);

beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());
describe('signing in with a passkey', () => {
  let authenticator: SoftwareAuthenticator;
  let passkeyId: string;
  beforeAll(async () => {
    user = await makeUser(under);
    ({ authenticator, id: passkeyId } = await addPasskey(under, user));
  });

  test('gives a full session, also with two-factor on', async () => {
    const { db } = under.dependencies;
    const at = under.clock.now();
    for (const twoFactorEnabledAt of [null, at]) {
      await db.updateTable('users').set({ twoFactorEnabledAt }).where('id', '=', user.id).execute();
      const device = browser();
      const response = await finishSignIn(under, device, authenticator.get(await beginSignIn(under, device)));
      expect(response.status).toBe(201);
      const { access_token: token } = response.json as { access_token: string };
      const current = await under.call(api.currentUser, {}, { ...device, token });
      expect(current.json).toMatchObject({ email: user.email });
      expect(subjects(user.email).at(-1)).toBe('New sign-in to Comet');
    }
    await db.updateTable('users').set({ twoFactorEnabledAt: null }).where('id', '=', user.id).execute();
    expect((await passkeysOf(under, user))[0]?.lastUsedAt).toBe(at.toISOString());
  });

  test('does not reveal which addresses have an account', async () => {
    const options = await beginSignIn(under, browser());
    expect(options).toMatchObject({
      rpId: 'dashboard.example',
      allowCredentials: [],
      userVerification: 'required',
    });
  });

  const wrong: readonly (readonly [string, CeremonyDeviations])[] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another ceremony type', { type: 'webauthn.create' }],
    ['a frame of another site', { crossOrigin: true }],
    ['an invented challenge', { challenge: 'A'.repeat(43) }],
    ['no user verification', { userVerified: false }],
    ['no user presence', { userPresent: false }],
    ['a passkey with another backup eligibility', { backupEligible: false }],
    ['another account named by the authenticator', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
    ['no account named by the authenticator', { userHandle: null }],
  ];
  test.each(wrong)('with %s fails', async (_what, bent) => {
    const device = browser();
    const assertion = authenticator.get(await beginSignIn(under, device), bent);
    expect(outcome(await finishSignIn(under, device, assertion))).toBe('passkey_failed');
  });

  test('with an invalid signature, or one of another key, fails', async () => {
    const device = browser();
    const bent = { userHandle: Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url') };
    const forged = new SoftwareAuthenticator().get(await beginSignIn(under, device), bent);
    const response = await finishSignIn(under, device, {
      ...forged,
      credentialId: authenticator.credentialId,
    });
    expect(outcome(response)).toBe('passkey_failed');
  });

  test('accepts a response once, from any device and with concurrent requests', async () => {
    const device = browser();
    const assertion = authenticator.get(await beginSignIn(under, device));
    expect(outcome(await finishSignIn(under, browser(), assertion))).toBe('passkey_failed');
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => finishSignIn(under, device, assertion)),
    );
    expect(responses.filter((one) => one.status === 201)).toHaveLength(1);
    expect(outcome(await finishSignIn(under, device, assertion))).toBe('passkey_failed');
  });

  test('a challenge expires after five minutes, and is invalid for another purpose', async () => {
    const device = browser();
    const stale = authenticator.get(await beginSignIn(under, device));
    under.clock.advance(5 * minute);
    expect(outcome(await finishSignIn(under, device, stale))).toBe('passkey_ceremony_expired');
    const { challenge } = await beginAdding(under, user);
    const crossed = authenticator.get({ ...(await beginSignIn(under, user)), challenge });
    expect(outcome(await finishSignIn(under, user, crossed))).toBe('passkey_failed');
  });

  test('refuses a counter that does not increase, which indicates a copy', async () => {
    const counting = await addPasskey(under, user, new SoftwareAuthenticator({ counts: true }));
    const signInWith = async (bent: CeremonyDeviations) => {
      const device = browser();
      const assertion = counting.authenticator.get(await beginSignIn(under, device), bent);
      return outcome(await finishSignIn(under, device, assertion));
    };
    expect(await signInWith({ counter: 7 })).toBe('done');
    for (const counter of [7, 6, 0]) expect(await signInWith({ counter })).toBe('passkey_failed');
    expect(await signInWith({ counter: 8 })).toBe('done');
  });

  test('reports a deleted account', async () => {
    const leaver = await makeUser(under);
    const { authenticator: left } = await addPasskey(under, leaver);
    const { db } = under.dependencies;
    await db.updateTable('users').set({ deletedAt: under.clock.now() }).where('id', '=', leaver.id).execute();
    const device = browser();
    const response = await finishSignIn(under, device, left.get(await beginSignIn(under, device)));
    expect(outcome(response)).toBe('account_deleted');
  });

  test('a removed passkey is unknown, like one that never existed', async () => {
    const device = browser();
    const assertion = authenticator.get(await beginSignIn(under, device));
    await under.call(
      api.removePasskey,
      { params: { id: passkeyId }, body: { password: user.password } },
      user,
    );
    expect(subjects(user.email).at(-1)).toBe('A passkey was removed from your account');
    expect(outcome(await finishSignIn(under, device, assertion))).toBe('passkey_unknown');
    const bent = { userHandle: Buffer.alloc(16, 7).toString('base64url') };
    const nobodys = new SoftwareAuthenticator().get(await beginSignIn(under, device), bent);
    expect(outcome(await finishSignIn(under, device, nobodys))).toBe('passkey_unknown');
  });
});
