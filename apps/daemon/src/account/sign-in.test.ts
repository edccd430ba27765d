import { api as contract } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import { describe, expect, test } from 'vitest';
import { fakeApi, keyOf } from '../platform/control-plane/api.fake.ts';
import { machineName } from '../platform/callers/machine-name.ts';
import { fakeStateFile } from '../platform/files/state-file.fake.ts';
import { signIn } from './sign-in.ts';

const credentials = { email: 'ada@example.com', password: 'correct horse battery', deviceName: 'laptop' };
const deviceId = '00000000-0000-4000-8000-000000000001';

function setUp() {
  const api = fakeApi();
  const file = fakeStateFile();
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => {
    pauses.push(milliseconds / 1000);
    clock.advance(milliseconds);
    if (pauses.length === 3) api.refuse.clear();
    await Promise.resolve();
  };
  api.replies
    .set(keyOf(contract.logIn), () => ({ accessToken: 'token' }))
    .set(keyOf(contract.currentUser), () => ({ email: credentials.email }))
    .set(keyOf(contract.addDevice), () => ({ device: { id: deviceId, name: 'laptop' } }))
    .set(keyOf(contract.pollDeviceAuthorization), () => ({ accessToken: 'token' }))
    .set(keyOf(contract.startDeviceAuthorization), () => ({
      deviceCode: 'code',
      userCode: 'BCDF-GHJK',
      verificationUri: 'https://comet.example/dash/quick-login/',
      verificationUriComplete: 'https://comet.example/dash/quick-login/?code=BCDF-GHJK',
      expiresIn: 600,
      interval: 1,
    }));
  return { api, file, clock, pauses, login: signIn({ api, file, clock, pause }) };
}

const refusal = (status: number, code: string) =>
  ({ kind: 'refused', status, code, message: 'words' }) as const;

describe('by email', () => {
  test('returns a token and registers the device', async () => {
    const { login, file } = setUp();
    expect(await login.byEmail(credentials)).toEqual({ ok: true, value: null });
    expect(file.current.account).toEqual({
      accessToken: 'token',
      email: credentials.email,
      deviceId,
      deviceName: 'laptop',
    });
    expect(await login.byEmail(credentials)).toMatchObject({
      error: { error: 'already_signed_in' },
    });
  });

  test('uses the machine name if no device name is given', async () => {
    const { login, api } = setUp();
    const sent: unknown[] = [];
    api.replies.set(keyOf(contract.addDevice), ({ body }) => {
      sent.push(body);
      return { device: { id: deviceId, name: 'laptop' } };
    });
    const { email, password } = credentials;
    await login.byEmail({ email, password });
    expect(sent).toEqual([{ name: machineName(), platform: 'linux' }]);
  });

  test.each([
    [contract.logIn, refusal(422, 'wrong_credentials'), 'wrong_credentials', false],
    [contract.logIn, refusal(429, 'too_many_requests'), 'too_many_requests', false],
    [contract.logIn, { kind: 'unreachable' } as const, 'api_unreachable', false],
    [contract.currentUser, refusal(401, 'unauthorized'), 'authentication_failed', true],
    [contract.addDevice, refusal(409, 'device_limit_reached'), 'api_refused', true],
  ])(
    'a refusal leaves nothing on this machine or in the account: %#',
    async (endpoint, failure, error, isRevoked) => {
      const { login, api, file } = setUp();
      api.refuse.set(keyOf(endpoint), failure);
      expect(await login.byEmail(credentials)).toMatchObject({ ok: false, error: { error } });
      expect(file.current.account).toBeNull();
      expect(api.calls.includes(keyOf(contract.logOut))).toBe(isRevoked);
    },
  );
});

test('only one of two simultaneous sign-ins succeeds, and the other leaves nothing behind', async () => {
  const { login, api } = setUp();
  const both = await Promise.all([login.byEmail(credentials), login.byEmail(credentials)]);
  expect(both).toMatchObject([{ ok: true }, { error: { error: 'already_signed_in' } }]);
  const calls = (endpoint: Parameters<typeof keyOf>[0]) =>
    api.calls.filter((key) => key === keyOf(endpoint)).length;
  expect([calls(contract.logIn), calls(contract.addDevice), calls(contract.logOut)]).toEqual([2, 1, 1]);
});

describe('the second factor', () => {
  function pendingSecondFactor() {
    const parts = setUp();
    const { api } = parts;
    const bodies: unknown[] = [];
    api.refuse.set(keyOf(contract.currentUser), refusal(403, 'two_factor_code_required'));
    api.replies.set(keyOf(contract.verifyTwoFactor), ({ body }) => {
      bodies.push(body);
      api.refuse.delete(keyOf(contract.currentUser));
      return { accessToken: 'full token' };
    });
    return { ...parts, bodies };
  }

  test.each([
    ['123456', { remember: false, code: '123456' }],
    [' 123 456 ', { remember: false, code: '123456' }],
    ['4f7h2-k9m3x', { remember: false, recoveryCode: '4f7h2-k9m3x' }],
    ['1234567', { remember: false, recoveryCode: '1234567' }],
  ])('is requested after the password, and %j is sent as a code of its kind', async (code, body) => {
    const { login, file, bodies } = pendingSecondFactor();
    expect(await login.byEmail(credentials)).toMatchObject({
      error: { error: 'two_factor_required' },
    });
    expect(file.current.account).toBeNull();
    expect(await login.secondFactor({ code })).toEqual({ ok: true, value: null });
    expect(bodies).toEqual([body]);
    expect(file.current.account?.accessToken).toBe('full token');
    expect(await login.secondFactor({ code })).toMatchObject({
      error: { error: 'login_expired' },
    });
  });

  test.each([
    [refusal(422, 'two_factor_code_wrong'), 'two_factor_code_wrong'],
    [refusal(422, 'recovery_code_wrong'), 'recovery_code_wrong'],
    [refusal(429, 'too_many_requests'), 'too_many_requests'],
    [{ kind: 'unreachable' } as const, 'api_unreachable'],
  ])('can be sent again after a refusal: %#', async (failure, error) => {
    const { login, api, file } = pendingSecondFactor();
    await login.byEmail(credentials);
    api.refuse.set(keyOf(contract.verifyTwoFactor), failure);
    expect(await login.secondFactor({ code: '000000' })).toMatchObject({ error: { error } });
    expect(file.current.account).toBeNull();
    api.refuse.delete(keyOf(contract.verifyTwoFactor));
    expect(await login.secondFactor({ code: '123456' })).toEqual({ ok: true, value: null });
  });

  test('is rejected after the sign-in has ended, or without one', async () => {
    const { login, api } = pendingSecondFactor();
    expect(await login.secondFactor({ code: '123456' })).toMatchObject({
      error: { error: 'login_expired' },
    });
    await login.byEmail(credentials);
    api.refuse.set(keyOf(contract.verifyTwoFactor), refusal(401, 'unauthorized'));
    expect(await login.secondFactor({ code: '123456' })).toMatchObject({
      error: { error: 'login_expired' },
    });
    api.refuse.delete(keyOf(contract.verifyTwoFactor));
    expect(await login.secondFactor({ code: '123456' })).toMatchObject({
      error: { error: 'login_expired' },
    });
  });

  test('a new sign-in revokes the token of the pending one', async () => {
    const { login, api } = pendingSecondFactor();
    await login.byEmail(credentials);
    expect(api.calls).not.toContain(keyOf(contract.logOut));
    await login.start({ deviceName: 'laptop' });
    expect(api.calls).toContain(keyOf(contract.logOut));
    expect(await login.secondFactor({ code: '123456' })).toMatchObject({
      error: { error: 'login_expired' },
    });
  });
});

describe('by code', () => {
  test('waits until the code is approved, and respects the poll interval', async () => {
    const { login, api, file, pauses } = setUp();
    api.refuse.set(keyOf(contract.pollDeviceAuthorization), refusal(400, 'slow_down'));
    const started = await login.start({ deviceName: 'laptop' });
    expect(started).toMatchObject({
      value: { userCode: 'BCDF-GHJK', expiresAt: '2026-11-21T10:10:00.000Z' },
    });
    expect(JSON.stringify(started)).not.toContain('"code"');
    expect(await login.wait(new AbortController().signal)).toEqual({ ok: true, value: null });
    expect(pauses).toEqual([1, 6, 11]);
    expect(file.current.account?.accessToken).toBe('token');
  });

  test.each([
    ['authorization_denied', 'login_denied'],
    ['authorization_revoked', 'login_revoked'],
    ['device_code_used', 'login_used'],
    ['device_code_expired', 'login_expired'],
  ])('%s ends the wait', async (code, error) => {
    const { login, api } = setUp();
    api.refuse.set(keyOf(contract.pollDeviceAuthorization), refusal(400, code));
    await login.start({ deviceName: 'laptop' });
    expect(await login.wait(new AbortController().signal)).toMatchObject({ error: { error } });
  });

  test('refuses the second of two clients that wait for one code as superseded', async () => {
    const { login, api } = setUp();
    const poll = keyOf(contract.pollDeviceAuthorization);
    api.replies.set(poll, () => {
      api.refuse.set(poll, refusal(400, 'device_code_used'));
      return { accessToken: 'token' };
    });
    await login.start({ deviceName: 'laptop' });
    const { signal } = new AbortController();
    const outcomes = await Promise.all([login.wait(signal), login.wait(signal)]);
    expect(outcomes).toMatchObject([{ ok: true }, { error: { error: 'superseded' } }]);
  });

  test('polls at least once a minute and for an hour at most, for any values of the API', async () => {
    const { login, api, pauses } = setUp();
    api.refuse.set(keyOf(contract.pollDeviceAuthorization), refusal(400, 'authorization_pending'));
    const begin = api.replies.get(keyOf(contract.startDeviceAuthorization));
    const max = Number.MAX_SAFE_INTEGER;
    api.replies.set(keyOf(contract.startDeviceAuthorization), (request) => ({
      ...(begin?.(request) as object),
      expiresIn: max,
      interval: max,
    }));
    expect(await login.start({ deviceName: 'laptop' })).toMatchObject({
      value: { expiresAt: '2026-11-21T11:00:00.000Z' },
    });
    await login.wait(new AbortController().signal);
    expect(pauses).toEqual([60, 60, 60]);
  });

  test('does not wait without a code, or for a client that has disconnected', async () => {
    const { login } = setUp();
    expect(await login.wait(new AbortController().signal)).toMatchObject({
      error: { error: 'login_expired' },
    });
    await login.start({ deviceName: 'laptop' });
    expect(await login.wait(AbortSignal.abort())).toMatchObject({
      error: { error: 'superseded' },
    });
  });
});
