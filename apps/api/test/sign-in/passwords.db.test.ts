import { api } from '@comet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { codeOf } from '../payments/outcome.ts';
import { passwordsOf } from './passwords-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const first = 'correct horse battery staple';
const hourMs = 3600 * 1000;
const { requestReset, confirm, resetToken, rulesOf, setUser, signIn, statusAs } = passwordsOf(() => under);

describe('requesting a reset', () => {
  test('has the same response and does the same work for any address', async () => {
    const confirmed = await makeUser(under);
    const unconfirmed = await makeUser(under, { verified: false });
    const deleted = await makeUser(under);
    await setUser(deleted.id, { deletedAt: under.clock.now() });
    const addresses = [confirmed.email, unconfirmed.email, deleted.email, 'nobody@example.com'];
    const seen: unknown[] = [];
    for (const email of addresses) {
      const before = under.jobs.recorded.length;
      const { status, text } = await requestReset(email);
      const left = under.jobs.recorded.slice(before).map(({ name }) => name);
      seen.push({ status, text, left });
    }
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(seen[0]).toEqual({ status: 204, text: '', left: ['passwords.answer-reset'] });

    await under.jobs.runPending();
    const mailed = addresses.map((email) => under.jobs.emailsTo(email).at(-1)?.subject ?? null);
    expect(mailed).toEqual([
      'Reset your Comet password',
      'Reset your Comet password',
      'Confirm your email address',
      null,
    ]);
  });

  test('is limited per address, with and without an account, over all sources', async () => {
    const { email } = await makeUser(under);
    for (const address of [email, 'unknown@example.com']) {
      const statuses = [];
      for (let call = 0; call < 6; call += 1) statuses.push((await requestReset(address)).status);
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    }
    const refused = await requestReset(email);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    under.clock.advance(hourMs);
    expect((await requestReset(email)).status).toBe(204);
  });

  test('uses the dashboard of the settings, for any host of the request', async () => {
    const { email } = await makeUser(under);
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    };
    await under.call(api.requestPasswordReset, { body: { email } }, {}, headers);
    await under.jobs.runPending();
    const url = under.jobs.emailsTo(email).at(-1)?.action?.url ?? '';
    expect(url).toMatch(/^https:\/\/dashboard\.example\/reset-password\/confirm\?token=[\w-]{43}$/);
  });
});

describe('the link of a reset', () => {
  test('sets the password, ends every session and trusted device, and creates no session', async () => {
    const user = await makeUser(under);
    const other = await signIn(user.email, first);
    const trust = {
      userId: user.id,
      deviceHash: Buffer.from(user.deviceId),
      trustedUntil: new Date('2099-01-01'),
    };
    await under.dependencies.db.insertInto('trustedDevices').values(trust).execute();
    const response = await confirm(await resetToken(user.email), 'a new and better password');
    expect([response.status, response.text]).toEqual([204, '']);
    expect([await statusAs(user), await statusAs(other)]).toEqual([401, 401]);
    const trusted = under.dependencies.db
      .selectFrom('trustedDevices')
      .selectAll()
      .where('userId', '=', user.id);
    expect(await trusted.execute()).toEqual([]);
    expect((await signIn(user.email, first)).status).toBe(422);
    expect((await signIn(user.email, 'a new and better password')).status).toBe(201);
    const notice = under.jobs
      .emailsTo(user.email)
      .find(({ subject }) => subject === 'Your password was changed');
    expect(notice?.action?.url).toBe('https://dashboard.example/reset-password/');
  });

  test('works once, also with concurrent requests', async () => {
    const { email } = await makeUser(under);
    const token = await resetToken(email);
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => confirm(token, `one of many passwords ${index}`)),
    );
    const codes = responses.map(({ json }) => codeOf(json));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['ok', 'link_used']));
    const winner = codes.indexOf('ok');
    expect((await signIn(email, `one of many passwords ${winner}`)).status).toBe(201);
  });

  test('reports whether it is unknown, used, or expired', async () => {
    const { email } = await makeUser(under);
    const token = await resetToken(email);
    const unknown = await Promise.all(
      ['nothing', `${token}x`, '<b>'].map((text) => confirm(text, 'long enough one')),
    );
    expect(unknown.map(({ json }) => codeOf(json))).toEqual(['link_invalid', 'link_invalid', 'link_invalid']);
    under.clock.advance(hourMs);
    const late = await confirm(token, 'long enough one');
    expect([late.status, codeOf(late.json)]).toEqual([410, 'confirmation_expired']);
    expect(late.text).not.toContain('verification');
    const again = await resetToken(email);
    await confirm(again, 'long enough one');
    expect(codeOf((await confirm(again, 'long enough two')).json)).toBe('link_used');
  });

  test('can be checked without being used, with the result of its use', async () => {
    const { email } = await makeUser(under);
    const check = async (token: string) => {
      const response = await under.call(api.checkPasswordReset, { body: { token } });
      return response.status === 204 ? 'works' : codeOf(response.json);
    };
    const token = await resetToken(email);
    expect([await check(token), await check(token)]).toEqual(['works', 'works']);
    expect((await confirm(token, 'long enough one')).status).toBe(204);
    expect(await check(token)).toBe('link_used');
    expect(await check('unknown')).toBe('link_invalid');
    const late = await resetToken(email);
    under.clock.advance(3600_000);
    expect(await check(late)).toBe('confirmation_expired');
  });

  test('works for no other purpose, and no other link resets a password', async () => {
    const { email } = await makeUser(under, { verified: false });
    const verification = under.jobs.tokenMailedTo(email);
    expect(codeOf((await confirm(verification, 'long enough one')).json)).toBe('link_invalid');
    const token = await resetToken(email);
    for (const endpoint of [api.confirmEmail, api.confirmEmailChange]) {
      expect(codeOf((await under.call(endpoint, { query: { token } })).json)).toBe('link_invalid');
    }
    const stranger = await makeUser(under);
    await confirm(token, 'long enough one');
    expect((await signIn(stranger.email, 'long enough one')).status).toBe(422);
  });

  test('is not used up by a refused password', async () => {
    const { email } = await makeUser(under);
    const token = await resetToken(email);
    const rules = async (password: string) => rulesOf((await confirm(token, password)).json);
    // The client would not send this one.
    const short = await fetch(`${under.baseUrl}${api.confirmPasswordReset.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: 'short' }),
    });
    expect(rulesOf(await short.json())).toEqual(['password.min_length:8']);
    expect(await rules('Password123')).toEqual(['password.too_common']);
    expect(await rules(email)).toEqual(['password.too_common']);
    expect(await rules(first)).toEqual(['password.used_before']);
    expect((await confirm(token, 'long enough one')).status).toBe(204);
  });

  test('expires the other links of the account', async () => {
    const { email } = await makeUser(under);
    const [one, two] = [await resetToken(email), await resetToken(email)];
    await confirm(two, 'long enough one');
    expect(codeOf((await confirm(one, 'long enough two')).json)).toBe('confirmation_expired');
  });

  test('does not restore a deleted account', async () => {
    const user = await makeUser(under);
    const token = await resetToken(user.email);
    await setUser(user.id, { deletedAt: under.clock.now() });
    const response = await confirm(token, 'long enough one');
    expect([response.status, codeOf(response.json)]).toEqual([403, 'account_deleted']);
  });

  test('confirms an unconfirmed account, unless another account has confirmed the address', async () => {
    const user = await makeUser(under, { verified: false });
    await confirm(await resetToken(user.email), 'long enough one');
    const mine = await signIn(user.email, 'long enough one');
    expect((await under.call(api.currentUser, {}, mine)).json).toMatchObject({
      id: user.id,
      email_verified: true,
    });

    const late = await makeUser(under, { verified: false });
    const token = await resetToken(late.email);
    await makeUser(under, { email: late.email, password: 'the owner’s own password' });
    expect((await confirm(token, 'long enough two')).status).toBe(204);
    const loser = await signIn(late.email, 'long enough two');
    expect((await under.call(api.currentUser, {}, loser)).json).toMatchObject({
      id: late.id,
      email_verified: false,
    });
  });

  test('confirms one of two accounts with the same address in concurrent resets', async () => {
    const email = 'both@example.com';
    await makeUser(under, { verified: false, email });
    const token = await resetToken(email);
    await makeUser(under, { verified: false, email });
    const newer = await resetToken(email);
    const responses = await Promise.all([
      confirm(token, 'long enough one'),
      confirm(newer, 'long enough two'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([204, 204]);
    const rows = under.dependencies.db.selectFrom('users').select('verifiedAt').where('email', '=', email);
    const confirmed = (await rows.execute()).filter(({ verifiedAt }) => verifiedAt !== null);
    expect(confirmed).toHaveLength(1);
  });

  test('sets a first password, and does not disable the second factor', async () => {
    const user = await makeUser(under);
    await setUser(user.id, { passwordHash: null });
    const enabled = { twoFactorEnabledAt: under.clock.now() };
    await under.dependencies.db.updateTable('users').set(enabled).where('id', '=', user.id).execute();
    await confirm(await resetToken(user.email), 'long enough one');
    const limited = await signIn(user.email, 'long enough one');
    const response = await under.call(api.currentUser, {}, limited);
    expect([response.status, codeOf(response.json)]).toEqual([403, 'two_factor_code_required']);
  });
});
