import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { addPasskey, beginAdding, beginSignIn, finishSignIn, outcome } from './passkey-client.ts';
import { type Assertion, type CeremonyDeviations, SoftwareAuthenticator } from './software-authenticator.ts';
import { makeTwoFactorUser, type TwoFactorUser } from './two-factor-user.ts';

let under: ApiUnderTest;
let user: TwoFactorUser;
let authenticator: SoftwareAuthenticator;
const minute = 60_000;

beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

/** Signs in with the password only; the second factor is still required. */
async function owing(deviceId: string = randomUUID(), owner = user): Promise<Required<TestCredentials>> {
  const body = { email: owner.email, password: owner.password };
  const response = await under.call(api.logIn, { body }, { deviceId });
  return { token: (response.json as { access_token: string }).access_token, deviceId };
}

async function begin(speaker: TestCredentials) {
  const response = await under.call(api.beginTwoFactorPasskey, {}, speaker);
  if (response.status !== 201) throw new Error(response.text);
  return z.decode(api.beginTwoFactorPasskey.reply, response.json as never).options;
}

const verify = (speaker: TestCredentials, credential: Assertion, remember = false) =>
  under.call(api.verifyTwoFactorPasskey, { body: { remember, credential } }, speaker);

const gate = async (speaker: TestCredentials) => outcome(await under.call(api.currentUser, {}, speaker));

describe('a passkey as the second factor', () => {
  beforeAll(async () => {
    user = await makeTwoFactorUser(under);
    ({ authenticator } = await addPasskey(under, user));
  });

  test('replaces the code: the limited token ends, and a full token is issued', async () => {
    const limited = await owing();
    const shown = await under.call(api.showTwoFactorPasskey, {}, limited);
    expect(shown.json).toEqual({ is_available: true });
    const options = await begin(limited);
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([authenticator.credentialId]);
    const response = await verify(limited, authenticator.get(options, { userHandle: null }));
    expect(response.status).toBe(201);
    const { access_token: token } = response.json as { access_token: string };
    expect(await gate({ ...limited, token })).toBe('done');
    expect(await gate(limited)).toBe('unauthorized');
  });

  const wrong: readonly (readonly [string, CeremonyDeviations])[] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { userVerified: false }],
    ['another account named by the authenticator', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
  ];
  test.each(wrong)('with %s is refused, and the sign-in stays open', async (_what, bent) => {
    const limited = await owing();
    const options = await begin(limited);
    expect(outcome(await verify(limited, authenticator.get(options, bent)))).toBe('passkey_failed');
    // The challenge is used up; another one is valid.
    expect(outcome(await verify(limited, authenticator.get(options)))).toBe('passkey_failed');
    expect(outcome(await verify(limited, authenticator.get(await begin(limited))))).toBe('done');
  });

  test("refuses another account's passkey", async () => {
    const stranger = await makeUser(under);
    const strangers = await addPasskey(under, stranger);
    const limited = await owing();
    const forged = strangers.authenticator.get(await begin(limited));
    expect(outcome(await verify(limited, forged))).toBe('passkey_unknown');
    const { userHandle } = authenticator.get(await begin(limited));
    const renamed = strangers.authenticator.get(await begin(limited), { userHandle: userHandle ?? null });
    expect(outcome(await verify(limited, renamed))).toBe('passkey_unknown');
  });

  test('refuses a challenge of another sign-in, purpose or time', async () => {
    const [mine, other] = [await owing(), await owing()];
    const assertion = authenticator.get(await begin(other));
    expect(outcome(await verify(mine, assertion))).toBe('passkey_failed');
    const { challenge } = await beginSignIn(under, mine);
    const crossed = authenticator.get({ ...(await begin(mine)), challenge });
    expect(outcome(await verify(mine, crossed))).toBe('passkey_failed');
    expect(outcome(await finishSignIn(under, other, assertion))).toBe('passkey_failed');
    const late = authenticator.get(await begin(mine));
    under.clock.advance(5 * minute);
    expect(outcome(await verify(mine, late))).toBe('passkey_ceremony_expired');
  });

  test('one response gives one session, also with concurrent requests', async () => {
    const limited = await owing();
    const assertion = authenticator.get(await begin(limited));
    const responses = await Promise.all(Array.from({ length: 20 }, () => verify(limited, assertion)));
    expect(responses.filter((one) => one.status === 201)).toHaveLength(1);
  });

  test('a sign-in without it can neither add, list nor remove passkeys', async () => {
    const limited = await owing();
    const { id } = await addPasskey(under, user);
    const tries = await Promise.all([
      under.call(api.listPasskeys, {}, limited),
      under.call(api.beginPasskey, { body: { password: user.password } }, limited),
      under.call(api.renamePasskey, { params: { id }, body: { name: 'Taken' } }, limited),
      under.call(api.removePasskey, { params: { id }, body: {} }, limited),
    ]);
    expect(new Set(tries.map(outcome))).toEqual(new Set(['two_factor_code_required']));
    const made = new SoftwareAuthenticator().create(await beginAdding(under, user));
    const added = await under.call(api.addPasskey, { body: { credential: made } }, limited);
    expect(outcome(added)).toBe('two_factor_code_required');
  });

  test('a full session does not require it, and an account without a passkey offers none', async () => {
    expect(outcome(await under.call(api.beginTwoFactorPasskey, {}, user))).toBe('conflict');
    const [device, without] = [randomUUID(), await makeTwoFactorUser(under)];
    const limited = await owing(device, without);
    const shown = await under.call(api.showTwoFactorPasskey, {}, limited);
    expect(shown.json).toEqual({ is_available: false });
    expect(outcome(await under.call(api.beginTwoFactorPasskey, {}, limited))).toBe('passkey_unknown');
  });

  test('remembers the device for 30 days on request', async () => {
    user = await makeTwoFactorUser(under);
    ({ authenticator } = await addPasskey(under, user));
    const device = randomUUID();
    const limited = await owing(device);
    await verify(limited, authenticator.get(await begin(limited)), true);
    expect(await gate(await owing(device))).toBe('done');
    expect(await gate(await owing())).toBe('two_factor_code_required');
    under.clock.advance(30 * 24 * 60 * minute);
    expect(await gate(await owing(device))).toBe('two_factor_code_required');
  });
});
