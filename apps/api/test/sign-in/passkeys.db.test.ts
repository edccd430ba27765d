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
import { type Bent, SoftwareAuthenticator } from './software-authenticator.ts';

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

  test('asks for one that is found without a name and opened by its owner, and not for one that is there', async () => {
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

  const wrong: readonly (readonly [string, Bent])[] = [
    ['another origin', { origin: 'https://dashboard.example.evil.example' }],
    ['the same host without TLS', { origin: 'http://dashboard.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an answer to another question', { type: 'webauthn.get' }],
    ['a frame of another site', { crossOrigin: true }],
    ['an invented challenge', { challenge: 'A'.repeat(43) }],
    ['a person who was not verified', { userVerified: false }],
    ['nobody present', { userPresent: false }],
    ['a copy of what cannot be copied', { backupEligible: false, backedUp: true }],
    ['a certificate', { statement: { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array(9)]]]) } }],
    ['a statement of a kind that was not asked for', { statement: { fmt: 'tpm', attStmt: new Map() } }],
  ];
  test.each(wrong)('with %s fails, and spends the challenge', async (_what, bent) => {
    const before = (await passkeysOf(under, user)).length;
    const options = await beginAdding(under, user);
    const authenticator = new SoftwareAuthenticator();
    const bad = await finishAdding(under, user, authenticator.create(options, bent));
    expect(outcome(bad)).toBe('passkey_failed');
    expect(await passkeysOf(under, user)).toHaveLength(before);
    // The right answer to a challenge that was spent comes too late; one that was never asked spends none.
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
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => finishAdding(under, user, made.create(options))),
    );
    expect(answers.filter((one) => one.status === 201)).toHaveLength(1);
    expect(answers.map(outcome).filter((code) => code === 'passkey_failed')).toHaveLength(19);
  });

  test('a sign-in challenge makes none, and a passkey belongs to one account', async () => {
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

  test('stops at ten, for parallel additions too', async () => {
    const full = await makeUser(under);
    for (let made = 0; made < 8; made += 1) await addPasskey(under, full);
    const ready = await Promise.all(
      Array.from({ length: 6 }, async () =>
        new SoftwareAuthenticator().create(await beginAdding(under, full)),
      ),
    );
    const answers = await Promise.all(ready.map((credential) => finishAdding(under, full, credential)));
    expect(answers.map(outcome).sort()).toEqual([
      'done',
      'done',
      ...Array.from({ length: 4 }, () => 'passkey_limit_reached'),
    ]);
    const body = { password: full.password };
    expect(outcome(await under.call(api.beginPasskey, { body }, full))).toBe('passkey_limit_reached');
    expect(new Set((await passkeysOf(under, full)).map(({ name }) => name)).size).toBe(10);
  });

  test('waits until the email address is confirmed', async () => {
    const newcomer = await makeUser(under, { verified: false });
    const body = { password: newcomer.password };
    expect(outcome(await under.call(api.beginPasskey, { body }, newcomer))).toBe('email_unverified');
  });

  test('without a password needs a session that began with a provider or a passkey just now', async () => {
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
  test('a new password’s email reminds that passkeys still sign in', async () => {
    const owner = await makeUser(under);
    const change = (currentPassword: string, password: string) =>
      under.call(api.changePassword, { body: { currentPassword, password } }, owner);
    const emailText = () => under.jobs.emailsTo(owner.email).at(-1)?.paragraphs.join(' ') ?? '';
    await change(owner.password, 'a first long sentence');
    expect(emailText()).not.toContain('Passkeys');
    await addPasskey(under, { ...owner, password: 'a first long sentence' });
    await change('a first long sentence', 'a second long sentence');
    expect(emailText()).toContain('Passkeys and connected accounts go on signing in.');
  });

  test('one is renamed by its owner', async () => {
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
    // Without a password, the session has to be a fresh one of a passkey.
    const now = under.clock.now();
    await under.dependencies.db
      .updateTable('accessTokens')
      .set({ method: 'passkey', createdAt: now })
      .where('userId', '=', owner.id)
      .execute();
    const remove = (id: string) => under.call(api.removePasskey, { params: { id }, body: {} }, owner);
    const answers = await Promise.all(ids.map(remove));
    expect(answers.map(outcome).sort()).toEqual(['done', 'last_way_in']);
    expect(await passkeysOf(under, owner)).toHaveLength(1);
  });

  test('sign-ins and removals at the same time come to an end, each with one of the answers', async () => {
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
