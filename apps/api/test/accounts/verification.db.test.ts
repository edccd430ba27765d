import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { holdingAccount, duringTransaction } from '../fixture/during-transaction.ts';
import { outcome } from '../sign-in/passkey-client.ts';

let under: ApiUnderTest;
let user: TestUser;
let token: string;
beforeAll(async () => {
  under = await startApi();
});
beforeEach(async () => {
  user = await makeUser(under, { verified: false });
  token = under.jobs.tokenMailedTo(user.email);
});
afterAll(() => under.stop());

const elsewhere = (): Required<Pick<TestCredentials, 'deviceId'>> => ({ deviceId: randomUUID() });
const follow = async (by: TestCredentials) =>
  outcome(await under.call(api.confirmEmail, { query: { token } }, by));
const withPassword = (password: string, by: TestCredentials = elsewhere()) =>
  under.call(api.confirmEmailElsewhere, { body: { token, password } }, by);
const disown = async () => outcome(await under.call(api.disownAccount, { body: { token } }));
const isVerified = async () => {
  const { json } = await under.call(api.currentUser, {}, user);
  return (json as { email_verified?: boolean }).email_verified;
};

describe('a link that confirms an address', () => {
  test('needs no password on the device that registered, whether or not it is signed in', async () => {
    expect(await follow({ deviceId: user.deviceId })).toBe('done');
    expect(await isVerified()).toBe(true);
  });

  test('needs no password on a device that has signed in since', async () => {
    const phone = elsewhere();
    await under.call(api.logIn, { body: { email: user.email, password: user.password } }, phone);
    expect(await follow(phone)).toBe('done');
  });

  test('requires the password in another browser, and a request without it does not use the link up', async () => {
    for (const by of [elsewhere(), {}, await makeUser(under)]) {
      expect(await follow(by)).toBe('verification_password_required');
    }
    expect(await isVerified()).toBe(false);
    expect(outcome(await withPassword('not it'))).toBe('current_password_wrong');
    expect(await isVerified()).toBe(false);
    const phone = elsewhere();
    const confirmed = await withPassword(user.password, phone);
    expect(confirmed.status).toBe(201);
    const { email, access_token: opened } = confirmed.json as { email: string; access_token: string };
    expect(email).toBe(user.email);
    const shown = await under.call(api.currentUser, {}, { ...phone, token: opened });
    expect(shown.json).toMatchObject({ id: user.id, email_verified: true });
    // The laptop on which it was registered stays signed in.
    expect(await isVerified()).toBe(true);
    expect(await follow(phone)).toBe('link_used');
  });

  test('of a stranger’s account does not confirm it for a mailbox owner who has another account', async () => {
    const own = await makeUser(under, { verified: false, email: user.email, password: 'my very own words' });
    const ownToken = under.jobs.tokenMailedTo(user.email);
    expect(await follow({ deviceId: own.deviceId })).toBe('verification_password_required');
    expect(outcome(await withPassword('my very own words', own))).toBe('current_password_wrong');
    expect(await disown()).toBe('done');
    expect((await under.call(api.currentUser, {}, user)).status).toBe(401);
    const query = { token: ownToken };
    expect(outcome(await under.call(api.confirmEmail, { query }, { deviceId: own.deviceId }))).toBe('done');
  });

  test('with the password confirms one of two accounts, also with concurrent requests', async () => {
    const other = await makeUser(under, { verified: false, email: user.email });
    const otherToken = under.jobs.tokenMailedTo(user.email);
    const responses = await Promise.all([
      withPassword(user.password),
      under.call(api.confirmEmailElsewhere, { body: { token: otherToken, password: other.password } }),
    ]);
    expect(responses.map(outcome).toSorted()).toEqual(['done', 'email_taken']);
  });

  test('refuses a password that is replaced during its verification', async () => {
    const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$bm9uZQ';
    const other = {
      holds: holdingAccount(user.id),
      changes: (trx: Parameters<ReturnType<typeof holdingAccount>>[0]) =>
        trx.updateTable('users').set({ passwordHash }).where('id', '=', user.id).execute(),
    };
    const response = await duringTransaction(under, other, () => withPassword(user.password));
    expect(outcome(response)).toBe('current_password_wrong');
    expect(await isVerified()).toBe(false);
  });

  test('limits password guesses', async () => {
    const source = { 'x-forwarded-for': '198.51.100.7' };
    const guess = (password: string) =>
      under.call(api.confirmEmailElsewhere, { body: { token, password } }, elsewhere(), source);
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(`guess ${n}`)));
    expect(guesses.map(outcome).filter((code) => code === 'current_password_wrong')).toHaveLength(10);
    expect(outcome(await guess(user.password))).toBe('too_many_requests');
  });
});

describe('a recipient who has not registered', () => {
  test('removes the account, with its sessions', async () => {
    expect(await disown()).toBe('done');
    expect((await under.call(api.currentUser, {}, user)).status).toBe(401);
    const rows = under.dependencies.db.selectFrom('users').select('id').where('id', '=', user.id);
    expect(await rows.execute()).toEqual([]);
    expect([await disown(), await follow(user)]).toEqual(['link_invalid', 'link_invalid']);
  });

  test('cannot remove a confirmed account', async () => {
    await under.call(api.resendVerification, {}, user);
    const second = under.jobs.tokenMailedTo(user.email);
    await follow({ deviceId: user.deviceId });
    expect(await disown()).toBe('link_used');
    token = second;
    expect(await disown()).toBe('link_used');
    expect(await isVerified()).toBe(true);
  });

  test('and a concurrent confirmation: one of the two succeeds', async () => {
    const tries = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? disown() : follow({ deviceId: user.deviceId }),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
    expect(outcomes).not.toContain('internal_error');
  });
});

describe('another verification mail without signing in', () => {
  const request = (email: string, address = '203.0.113.77') =>
    under.call(api.requestVerification, { body: { email } }, {}, { 'x-forwarded-for': address });
  const mailsTo = (email: string) => under.jobs.emailsTo(email).length;

  test('goes to the newest unconfirmed account of the address, and its link works', async () => {
    const newest = await makeUser(under, { verified: false, email: user.email });
    const before = mailsTo(user.email);
    expect((await request(user.email.toUpperCase())).status).toBe(204);
    await under.jobs.runPending();
    expect(mailsTo(user.email)).toBe(before + 1);
    token = under.jobs.tokenMailedTo(user.email);
    expect(await follow({ deviceId: newest.deviceId })).toBe('done');
  });

  test('is answered alike for unknown and confirmed addresses, which get none', async () => {
    const confirmed = await makeUser(under);
    const before = mailsTo(confirmed.email);
    const responses = [await request(confirmed.email), await request('nobody-at-all@example.com')];
    await under.jobs.runPending();
    expect(responses.map(({ status, text }) => [status, text])).toEqual([
      [204, ''],
      [204, ''],
    ]);
    expect(mailsTo(confirmed.email)).toBe(before);
    expect(mailsTo('nobody-at-all@example.com')).toBe(0);
  });

  test('goes to no deleted account', async () => {
    await under.dependencies.db
      .updateTable('users')
      .set({ deletedAt: under.clock.now() })
      .where('id', '=', user.id)
      .execute();
    const before = mailsTo(user.email);
    await request(user.email);
    await under.jobs.runPending();
    expect(mailsTo(user.email)).toBe(before);
  });

  test('counts with the other verification mails of the mailbox, once there is an account', async () => {
    const statuses: number[] = [];
    const before = mailsTo(user.email);
    for (let at = 0; at < 12; at += 1) {
      statuses.push((await request(user.email, `2001:db8:77:${at}::1`)).status);
      statuses.push((await request('later-registered@example.com', `2001:db8:78:${at}::1`)).status);
    }
    await under.jobs.runPending();
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect(mailsTo(user.email)).toBeLessThanOrEqual(10);
    expect(mailsTo(user.email)).toBeGreaterThan(before);
    // Requests for an address without an account prevent no mail to it.
    await makeUser(under, { verified: false, email: 'later-registered@example.com' });
    expect(mailsTo('later-registered@example.com')).toBe(1);
  });
});
