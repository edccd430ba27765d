import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { codeOf } from '../payments/outcome.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const password = 'correct horse battery staple';
const dayMs = 24 * 3600 * 1000;

let addresses = 0;
const newAddress = () => `pending-${(addresses += 1)}@example.com`;
const requestChange = (user: TestCredentials, email: string) =>
  under.call(api.requestEmailChange, { body: { email, currentPassword: password } }, user);
const show = async (user: TestCredentials) => (await under.call(api.showPendingEmailChange, {}, user)).json;
const resend = (user: TestCredentials) => under.call(api.resendEmailChange, {}, user);
const cancel = (user: TestCredentials) => under.call(api.cancelEmailChange, {}, user);
const confirm = (token: string, by: TestCredentials = {}) =>
  under.call(api.confirmEmailChange, { query: { token } }, by);
const inADay = () => new Date(under.clock.now().getTime() + dayMs).toISOString();

/** A user with a pending change, and the token of its link. */
async function pending(): Promise<{ user: TestUser; email: string; token: string }> {
  const [user, email] = [await makeUser(under), newAddress()];
  await requestChange(user, email);
  return { user, email, token: under.jobs.tokenMailedTo(email) };
}

describe('a pending change of the email address', () => {
  test('is shown to its account with the expiry of its link, until it is confirmed or expires', async () => {
    const stranger = await makeUser(under);
    const { user, email, token } = await pending();
    expect(await show(user)).toEqual({ pending: { email, expires_at: inADay() } });
    expect(await show(stranger)).toEqual({ pending: null });
    expect((await confirm(token)).status).toBe(200);
    expect(await show(user)).toEqual({ pending: null });

    const late = await pending();
    under.clock.advance(dayMs);
    expect(await show(late.user)).toEqual({ pending: null });
  });

  test('is the same for an address with an account', async () => {
    const [user, owner] = [await makeUser(under), await makeUser(under)];
    await requestChange(user, owner.email);
    expect(await show(user)).toEqual({ pending: { email: owner.email, expires_at: inADay() } });
    expect((await resend(user)).status).toBe(204);
    const emails = under.jobs.emailsTo(owner.email).filter(({ subject }) => subject.includes('already'));
    expect(emails).toHaveLength(2);
    expect(JSON.stringify(emails)).not.toContain('token=');
  });
});

describe('cancelling a pending change', () => {
  test('invalidates its link, for this account only, and can be repeated', async () => {
    const [{ user, token }, other] = [await pending(), await pending()];
    expect((await cancel(user)).status).toBe(204);
    expect((await cancel(user)).status).toBe(204);
    expect(await show(user)).toEqual({ pending: null });
    expect(codeOf((await confirm(token)).json)).toBe('confirmation_expired');
    expect(codeOf((await resend(user)).json)).toBe('not_found');
    expect((await confirm(other.token)).status).toBe(200);
  });
});

describe('sending the link again', () => {
  test('mails another link for 24 hours, and ends the earlier one', async () => {
    const { user, email, token } = await pending();
    under.clock.advance(dayMs / 2);
    expect((await resend(user)).status).toBe(204);
    const second = under.jobs.tokenMailedTo(email);
    expect(second).not.toBe(token);
    expect(await show(user)).toEqual({ pending: { email, expires_at: inADay() } });
    expect(codeOf((await confirm(token)).json)).toBe('confirmation_expired');
    expect((await confirm(second)).status).toBe(200);
  });

  test('keeps the session that requested the change, not the one that resends the link', async () => {
    const { user, email } = await pending();
    const body = { email: user.email, password };
    const signedIn = await under.call(api.logIn, { body }, { deviceId: user.deviceId });
    const token = (signedIn.json as { access_token: string }).access_token;
    const other = { token, deviceId: user.deviceId };
    expect((await resend(other)).status).toBe(204);
    expect((await confirm(under.jobs.tokenMailedTo(email))).status).toBe(200);
    expect((await under.call(api.currentUser, {}, user)).status).toBe(200);
    expect((await under.call(api.currentUser, {}, other)).status).toBe(401);
  });

  test('is limited to five mails an hour to one address, the first one included', async () => {
    const { user, email } = await pending();
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await resend(user)).status);
    expect(statuses).toEqual([204, 204, 204, 204, 429]);
    expect(under.jobs.emailsTo(email)).toHaveLength(5);
  });
});
