import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import {
  addPasskey,
  beginAdding,
  beginSignIn,
  finishAdding,
  finishSignIn,
  outcome,
  passkeysOf,
} from './passkey-client.ts';
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

describe('adding a passkey', () => {
  beforeAll(async () => {
    user = await makeUser(under);
  });

  test('requires the password, sends an email, and is listed by name', async () => {
    const begin = (body: { password?: string }) => under.call(api.beginPasskey, { body }, user);
    expect(outcome(await begin({}))).toBe('current_password_wrong');
    expect(outcome(await begin({ password: 'not it at all' }))).toBe('current_password_wrong');
    const { id } = await addPasskey(under, user);
    expect(await passkeysOf(under, user)).toEqual([
      { id, name: 'Passkey', isSynced: true, createdAt: under.clock.now().toISOString(), lastUsedAt: null },
    ]);
    expect(subjects(user.email).at(-1)).toBe('A passkey was added to your account');
  });

  test('requests a discoverable passkey with user verification, and excludes existing ones', async () => {
    const { authenticator } = await addPasskey(under, user);
    const options = await beginAdding(under, user);
    expect(options).toMatchObject({
      rp: { id: 'dashboard.example', name: 'Comet VPN' },
      user: { name: user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(options.excludeCredentials.map(({ id }) => id)).toContain(authenticator.credentialId);
  });

  const wrong: readonly (readonly [string, CeremonyDeviations])[] = [
    ['another origin', { origin: 'https://dashboard.example.evil.example' }],
    ['the same host without TLS', { origin: 'http://dashboard.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another ceremony type', { type: 'webauthn.get' }],
    ['a frame of another site', { crossOrigin: true }],
    ['an invented challenge', { challenge: 'A'.repeat(43) }],
    ['no user verification', { userVerified: false }],
    ['no user presence', { userPresent: false }],
    ['a backed-up passkey that is not backup eligible', { backupEligible: false, backedUp: true }],
    ['a certificate', { statement: { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array(9)]]]) } }],
    ['an attestation that was not requested', { statement: { fmt: 'tpm', attStmt: new Map() } }],
  ];
  test.each(wrong)('with %s fails, and uses the challenge up', async (_what, bent) => {
    const before = (await passkeysOf(under, user)).length;
    const options = await beginAdding(under, user);
    const authenticator = new SoftwareAuthenticator();
    const bad = await finishAdding(under, user, authenticator.create(options, bent));
    expect(outcome(bad)).toBe('passkey_failed');
    expect(await passkeysOf(under, user)).toHaveLength(before);
    // A valid response to a used challenge is refused; one to an unknown challenge uses none up.
    const again = outcome(await finishAdding(under, user, authenticator.create(options)));
    expect(again).toBe(bent.challenge === undefined ? 'passkey_failed' : 'done');
  });

  test('is valid for five minutes, once, in the requesting session and on its device', async () => {
    user = await makeUser(under);
    const late = await beginAdding(under, user);
    under.clock.advance(5 * minute);
    const made = new SoftwareAuthenticator();
    expect(outcome(await finishAdding(under, user, made.create(late)))).toBe('passkey_ceremony_expired');

    const options = await beginAdding(under, user);
    const other = await makeUser(under);
    const logIn = { email: user.email, password: user.password };
    const again = await under.call(api.logIn, { body: logIn }, user);
    const otherSession = {
      token: (again.json as { access_token: string }).access_token,
      deviceId: user.deviceId,
    };
    for (const speaker of [other, otherSession])
      expect(outcome(await finishAdding(under, speaker, made.create(options)))).toBe('passkey_failed');
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => finishAdding(under, user, made.create(options))),
    );
    expect(responses.filter((one) => one.status === 201)).toHaveLength(1);
    expect(responses.map(outcome).filter((code) => code === 'passkey_failed')).toHaveLength(19);
  });

  test('refuses a sign-in challenge, and a passkey of another account', async () => {
    user = await makeUser(under);
    const made = new SoftwareAuthenticator();
    const options = await beginAdding(under, user);
    const { challenge } = await beginSignIn(under, user);
    expect(outcome(await finishAdding(under, user, made.create({ ...options, challenge })))).toBe(
      'passkey_failed',
    );
    const thief = await makeUser(under);
    await addPasskey(under, thief, made);
    const stolen = made.create(await beginAdding(under, user));
    expect(outcome(await finishAdding(under, user, stolen))).toBe('passkey_registered');
  });

  test('stops at ten, also with concurrent additions', async () => {
    const full = await makeUser(under);
    for (let made = 0; made < 8; made += 1) await addPasskey(under, full);
    const ready = await Promise.all(
      Array.from({ length: 6 }, async () =>
        new SoftwareAuthenticator().create(await beginAdding(under, full)),
      ),
    );
    const responses = await Promise.all(ready.map((credential) => finishAdding(under, full, credential)));
    expect(responses.map(outcome).sort()).toEqual([
      'done',
      'done',
      ...Array.from({ length: 4 }, () => 'passkey_limit_reached'),
    ]);
    const body = { password: full.password };
    expect(outcome(await under.call(api.beginPasskey, { body }, full))).toBe('passkey_limit_reached');
    expect(new Set((await passkeysOf(under, full)).map(({ name }) => name)).size).toBe(10);
  });

  test('requires a confirmed email address', async () => {
    const newcomer = await makeUser(under, { verified: false });
    const body = { password: newcomer.password };
    expect(outcome(await under.call(api.beginPasskey, { body }, newcomer))).toBe('email_unverified');
  });

  test('without a password requires a fresh session from a provider or passkey', async () => {
    const social = await makeUser(under);
    const { authenticator } = await addPasskey(under, social);
    await under.dependencies.db
      .updateTable('users')
      .set({ passwordHash: null })
      .where('id', '=', social.id)
      .execute();
    const begin = (speaker: { token: string; deviceId: string }) =>
      under.call(api.beginPasskey, { body: {} }, speaker);
    expect(outcome(await begin(social))).toBe('reauthentication_required');
    const signedIn = await finishSignIn(under, social, authenticator.get(await beginSignIn(under, social)));
    const fresh = { ...social, token: (signedIn.json as { access_token: string }).access_token };
    expect(outcome(await begin(fresh))).toBe('done');
    under.clock.advance(10 * minute);
    expect(outcome(await begin(fresh))).toBe('reauthentication_required');
  });
});

describe('keeping passkeys', () => {
  test('the email about a new password mentions that passkeys still sign in', async () => {
    const owner = await makeUser(under);
    const change = (currentPassword: string, password: string) =>
      under.call(api.changePassword, { body: { currentPassword, password } }, owner);
    const emailText = () => under.jobs.emailsTo(owner.email).at(-1)?.paragraphs.join(' ') ?? '';
    await change(owner.password, 'a first long sentence');
    expect(emailText()).not.toContain('Passkeys');
    await addPasskey(under, { ...owner, password: 'a first long sentence' });
    await change('a first long sentence', 'a second long sentence');
    expect(emailText()).toContain('Your passkeys and connected accounts can still sign in.');
  });

  test('only its owner can rename a passkey', async () => {
    const owner = await makeUser(under);
    const { id } = await addPasskey(under, owner);
    const rename = (speaker: TestUser) =>
      under.call(api.renamePasskey, { params: { id }, body: { name: 'My phone' } }, speaker);
    expect(outcome(await rename(await makeUser(under)))).toBe('not_found');
    expect(outcome(await rename(owner))).toBe('done');
    expect((await passkeysOf(under, owner))[0]?.name).toBe('My phone');
  });

  test('keeps the last sign-in method, also in concurrent removals', async () => {
    const owner = await makeUser(under);
    const ids = [(await addPasskey(under, owner)).id, (await addPasskey(under, owner)).id];
    await under.dependencies.db
      .updateTable('users')
      .set({ passwordHash: null })
      .where('id', '=', owner.id)
      .execute();
    // Without a password, the session must be a fresh one from a passkey.
    const now = under.clock.now();
    await under.dependencies.db
      .updateTable('accessTokens')
      .set({ method: 'passkey', createdAt: now })
      .where('userId', '=', owner.id)
      .execute();
    const remove = (id: string) => under.call(api.removePasskey, { params: { id }, body: {} }, owner);
    const responses = await Promise.all(ids.map(remove));
    expect(responses.map(outcome).sort()).toEqual(['done', 'last_way_in']);
    expect(await passkeysOf(under, owner)).toHaveLength(1);
  });

  test('concurrent sign-ins and removals do not deadlock, and each gets a defined response', async () => {
    const owner = await makeUser(under);
    const { authenticator, id } = await addPasskey(under, owner);
    const ready = await Promise.all(
      Array.from({ length: 15 }, async () => {
        const device = browser();
        return { device, assertion: authenticator.get(await beginSignIn(under, device)) };
      }),
    );
    const [removed, ...signedIn] = await Promise.all([
      under.call(api.removePasskey, { params: { id }, body: { password: owner.password } }, owner),
      ...ready.map(({ device, assertion }) => finishSignIn(under, device, assertion)),
    ]);
    expect(removed?.status).toBe(204);
    const codes = new Set(signedIn.map(outcome));
    expect([...codes].filter((code) => !['done', 'passkey_unknown'].includes(code))).toEqual([]);
  });
});
