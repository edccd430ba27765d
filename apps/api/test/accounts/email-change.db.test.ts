import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateCustomerEmail } from '../../src/features/payments/paddle/customer-email.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { codeOf } from '../payments/outcome.ts';
import { processDeps } from '../payments/paid-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const password = 'correct horse battery staple';
const dayMs = 24 * 3600 * 1000;

let addresses = 0;
const newAddress = () => `new-${(addresses += 1)}@example.com`;
const requestChange = (user: TestCredentials, email: string, currentPassword = password) =>
  under.call(api.requestEmailChange, { body: { email, currentPassword } }, user);
const confirm = (token: string) => under.call(api.confirmEmailChange, { query: { token } });
const emailOf = async (user: TestCredentials) =>
  ((await under.call(api.currentUser, {}, user)).json as { email?: string }).email ?? null;
const subjectsTo = (email: string) => under.jobs.emailsTo(email).map(({ subject }) => subject);

async function signIn(email: string): Promise<TestCredentials & { readonly status: number }> {
  const deviceId = randomUUID();
  const response = await under.call(api.logIn, { body: { email, password } }, { deviceId });
  const { access_token: token } = response.json as { access_token?: string };
  return { ...(token === undefined ? {} : { token }), deviceId, status: response.status };
}

/** A user with a pending change, and the token of its link. */
async function pending(): Promise<{ user: TestUser; email: string; token: string }> {
  const [user, email] = [await makeUser(under), newAddress()];
  await requestChange(user, email);
  return { user, email, token: under.jobs.tokenMailedTo(email) };
}

describe('requesting another address', () => {
  test('mails a link to the new one and a notice to the old one, and changes nothing yet', async () => {
    const { user, email } = await pending();
    const url = under.jobs.emailsTo(email).at(-1)?.action?.url ?? '';
    expect(url).toMatch(/^https:\/\/dashboard\.example\/email\/change\/confirm\?token=[\w-]{43}$/);
    const notice = under.jobs.emailsTo(user.email).at(-1);
    expect(notice?.subject).toBe('Your email address is about to change');
    // Other people may read the old mailbox.
    expect(JSON.stringify(notice)).not.toContain(email);
    expect(await emailOf(user)).toBe(user.email);
  });

  test('responds the same and does the same work whether or not the address has an account', async () => {
    const [user, owner] = [await makeUser(under), await makeUser(under)];
    const outcome = async (email: string) => {
      const before = under.jobs.recorded.length;
      const { status, text } = await requestChange(user, email);
      return { status, text, left: under.jobs.recorded.slice(before).map(({ name }) => name) };
    };
    const taken = await outcome(owner.email);
    expect(taken).toEqual(await outcome(newAddress()));
    expect(taken).toEqual({ status: 204, text: '', left: ['mail.send', 'mail.send'] });
    const received = under.jobs.emailsTo(owner.email).at(-1);
    expect(received?.subject).toBe('You already have a Comet account');
    expect(JSON.stringify(received)).not.toContain('token=');
  });

  test('requires the current password, or a fresh session from a provider', async () => {
    const user = await makeUser(under);
    const email = newAddress();
    expect(codeOf((await requestChange(user, email, 'not it')).json)).toBe('current_password_wrong');
    await under.dependencies.db
      .updateTable('users')
      .set({ passwordHash: null })
      .where('id', '=', user.id)
      .execute();
    expect(codeOf((await requestChange(user, email)).json)).toBe('reauthentication_required');
    const sessions = under.dependencies.db.updateTable('accessTokens').where('userId', '=', user.id);
    await sessions.set({ method: 'social', createdAt: under.clock.now() }).execute();
    expect((await under.call(api.requestEmailChange, { body: { email } }, user)).status).toBe(204);
    expect(subjectsTo(email)).toEqual(['Confirm your new email address']);
  });

  test('refuses the current address of the account', async () => {
    const user = await makeUser(under);
    const response = await requestChange(user, user.email.toUpperCase());
    expect([response.status, response.text]).toEqual([422, expect.stringContaining('email.unchanged')]);
  });

  test('replaces an earlier request', async () => {
    const { user, token } = await pending();
    const second = newAddress();
    await requestChange(user, second);
    expect(codeOf((await confirm(token)).json)).toBe('confirmation_expired');
    expect((await confirm(under.jobs.tokenMailedTo(second))).json).toEqual({ email: second });
  });

  test('is limited per mailbox across accounts', async () => {
    const victim = newAddress();
    const statuses = [];
    for (let call = 0; call < 6; call += 1)
      statuses.push((await requestChange(await makeUser(under), victim)).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    expect(subjectsTo(victim)).toHaveLength(5);
  });
});

describe('the link to the new address', () => {
  test('changes the address, keeps the requesting session and ends the others', async () => {
    const user = await makeUser(under);
    const other = await signIn(user.email);
    const email = newAddress();
    await requestChange(user, email);
    const response = await confirm(under.jobs.tokenMailedTo(email));
    expect([response.status, response.json]).toEqual([200, { email }]);
    expect(await emailOf(user)).toBe(email);
    expect((await under.call(api.currentUser, {}, other)).status).toBe(401);
    expect((await signIn(user.email)).status).toBe(422);
    expect((await signIn(email)).status).toBe(201);
    expect(subjectsTo(user.email).at(-1)).toBe('Your email address was changed');
  });

  test('works once, also with concurrent requests', async () => {
    const { token } = await pending();
    const responses = await Promise.all(Array.from({ length: 30 }, () => confirm(token)));
    const codes = responses.map(({ json }) => codeOf(json));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['ok', 'link_used']));
  });

  test('reports whether it is unknown, used, or expired', async () => {
    const { token } = await pending();
    expect(codeOf((await confirm(`${token}.`)).json)).toBe('link_invalid');
    under.clock.advance(dayMs);
    const late = await confirm(token);
    expect([late.status, codeOf(late.json)]).toEqual([410, 'confirmation_expired']);
    expect(late.text).not.toContain('verification');
    const second = await pending();
    await confirm(second.token);
    expect(codeOf((await confirm(second.token)).json)).toBe('link_used');
  });

  test('works for no other purpose, and no other link changes an address', async () => {
    const { token } = await pending();
    expect(codeOf((await under.call(api.confirmEmail, { query: { token } })).json)).toBe('link_invalid');
    const body = { token, password: 'long enough one' };
    expect(codeOf((await under.call(api.confirmPasswordReset, { body })).json)).toBe('link_invalid');
    const newcomer = await makeUser(under, { verified: false });
    const verification = under.jobs.tokenMailedTo(newcomer.email);
    expect(codeOf((await confirm(verification)).json)).toBe('link_invalid');
  });

  test('has no effect for a deleted account', async () => {
    const { user, token } = await pending();
    const deleted = { deletedAt: under.clock.now() };
    await under.dependencies.db.updateTable('users').set(deleted).where('id', '=', user.id).execute();
    expect(codeOf((await confirm(token)).json)).toBe('account_deleted');
  });

  test('works for the account that confirms the address first, also with concurrent confirmations', async () => {
    const email = newAddress();
    const [one, two] = [await makeUser(under), await makeUser(under)];
    await requestChange(one, email);
    const first = under.jobs.tokenMailedTo(email);
    await requestChange(two, email);
    const second = under.jobs.tokenMailedTo(email);
    const { deviceId } = await makeUser(under, { verified: false, email });
    const registered = under.jobs.tokenMailedTo(email);
    const responses = await Promise.all([
      confirm(first),
      confirm(second),
      under.call(api.confirmEmail, { query: { token: registered } }, { deviceId }),
    ]);
    expect(responses.map(({ json }) => codeOf(json)).toSorted()).toEqual([
      'email_taken',
      'email_taken',
      'ok',
    ]);
    const owners = [await emailOf(one), await emailOf(two)].filter((address) => address === email);
    expect(owners.length).toBeLessThanOrEqual(1);
  });

  test('expires when the password changes, and expires reset and verification links when used', async () => {
    const { user, token } = await pending();
    const change = { currentPassword: password, password: 'a second password' };
    await under.call(api.changePassword, { body: change }, user);
    expect(codeOf((await confirm(token)).json)).toBe('confirmation_expired');

    const other = await makeUser(under, { verified: false });
    const verification = under.jobs.tokenMailedTo(other.email);
    await under.call(api.requestPasswordReset, { body: { email: other.email } });
    await under.jobs.runPending();
    const reset = under.jobs.tokenMailedTo(other.email);
    const email = newAddress();
    await requestChange(other, email);
    await confirm(under.jobs.tokenMailedTo(email));
    expect(codeOf((await under.call(api.confirmEmail, { query: { token: verification } })).json)).toBe(
      'link_expired',
    );
    const body = { token: reset, password: 'long enough one' };
    const late = await under.call(api.confirmPasswordReset, { body });
    expect(codeOf(late.json)).toBe('confirmation_expired');
  });

  test('confirms an unconfirmed account, and sends no email to its unverified mailbox', async () => {
    const user = await makeUser(under, { verified: false });
    const before = subjectsTo(user.email);
    const email = newAddress();
    await requestChange(user, email);
    await confirm(under.jobs.tokenMailedTo(email));
    expect((await under.call(api.currentUser, {}, user)).json).toMatchObject({ email, email_verified: true });
    expect(subjectsTo(user.email)).toEqual(before);
  });

  test('five concurrently opened links of one account do not deadlock', async () => {
    const { user, token } = await pending();
    const resets: string[] = [];
    for (let link = 0; link < 4; link += 1) {
      await under.call(api.requestPasswordReset, { body: { email: user.email } });
      await under.jobs.runPending();
      resets.push(under.jobs.tokenMailedTo(user.email));
    }
    const responses = await Promise.all([
      confirm(token),
      ...resets.map((reset, index) =>
        under.call(api.confirmPasswordReset, { body: { token: reset, password: `long enough ${index}` } }),
      ),
    ]);
    const codes = responses.map(({ json }) => codeOf(json));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['ok', 'confirmation_expired']));
  });
});

describe('Paddle', () => {
  test('receives the new address of the customer only', async () => {
    const changeJobAfter = async (paddleCustomerId: string | null) => {
      const { user, token } = await pending();
      await under.dependencies.db
        .updateTable('users')
        .set({ paddleCustomerId })
        .where('id', '=', user.id)
        .execute();
      await confirm(token);
      return under.jobs.recorded.findLast(({ name }) => name === 'payments.customer-email')?.data;
    };
    expect(await changeJobAfter(null)).toBeUndefined();
    expect(await changeJobAfter('ctm_1')).toEqual({ userId: expect.any(String) });
  });

  /** Paddle with one response, which records requests. */
  function paddle(response: 'changed' | 'taken' | null) {
    const received: string[][] = [];
    const changeEmail = (id: string, email: string) => {
      received.push([id, email]);
      return Promise.resolve(response === null ? err('payment_unavailable' as const) : ok(response));
    };
    return { received, deps: { ...processDeps(under), customers: { changeEmail } } };
  }

  async function makeCustomer(paddleCustomerId: string): Promise<TestUser> {
    const user = await makeUser(under);
    await under.dependencies.db
      .updateTable('users')
      .set({ paddleCustomerId })
      .where('id', '=', user.id)
      .execute();
    return user;
  }

  test('receives the current address of the account, with a retry after a failure', async () => {
    const user = await makeCustomer('ctm_2');
    await expect(updateCustomerEmail(paddle(null).deps, user.id)).rejects.toThrow('payment_unavailable');
    const { received, deps } = paddle('changed');
    await updateCustomerEmail(deps, user.id);
    expect(received).toEqual([['ctm_2', user.email]]);
  });

  test('gets one ticket for an operator if another customer has the new address, for any number of attempts', async () => {
    const user = await makeCustomer('ctm_3');
    const { deps } = paddle('taken');
    await updateCustomerEmail(deps, user.id);
    await updateCustomerEmail(deps, user.id);
    const tickets = await under.dependencies.db
      .selectFrom('supportTickets')
      .select(['kind', 'body'])
      .where('userId', '=', user.id)
      .execute();
    expect(tickets).toEqual([
      { kind: 'paddle_email_taken', body: expect.stringContaining(`Email: ${user.email}`) },
    ]);
    const mailed = subjectsTo(under.dependencies.settings.supportMail);
    expect(mailed.filter((subject) => subject.includes('Another Paddle customer'))).toHaveLength(1);
  });
});
