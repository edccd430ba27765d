import { api } from '@comet/contract';
import { Secret, TOTP } from 'otpauth';
import { type ApiUnderTest, makeUser, type TestUser } from '../fixture/api-fixture.ts';

/** An account with two-factor on, and its authenticator app. */
export interface TwoFactorUser extends TestUser {
  readonly password: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The app's code; of the present time step, or of one that many steps away. */
  code(stepsAway?: number): string;
}

const stepMs = 30_000;

/** What an authenticator app shows for a secret at the test's time. */
export function codeOf(under: ApiUnderTest, secret: string, stepsAway = 0): string {
  const timestamp = under.clock.now().getTime() + stepsAway * stepMs;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets up an authenticator app as far as the activation link, which is in the mail. */
export async function beginTwoFactor(under: ApiUnderTest, user: TestUser) {
  const generated = await under.call(api.generateTwoFactor, {}, user);
  const { secret, otpauth_uri: uri } = generated.json as { secret: string; otpauth_uri: string };
  const body = { code: codeOf(under, secret) };
  const enabled = await under.call(api.enableTwoFactor, { body }, user);
  const { recovery_codes: recoveryCodes } = enabled.json as { recovery_codes: string[] };
  return { secret, uri, recoveryCodes, linkToken: under.jobs.tokenMailedTo(user.email) };
}

/** A new account with two-factor on. The clock moves on by a step, so that the present code is a fresh one. */
export async function makeTwoFactorUser(under: ApiUnderTest): Promise<TwoFactorUser> {
  const password = 'correct horse battery staple';
  const user = await makeUser(under, { password });
  const { secret, recoveryCodes, linkToken } = await beginTwoFactor(under, user);
  await under.call(api.confirmTwoFactor, { query: { token: linkToken } });
  under.clock.advance(stepMs);
  return { ...user, password, secret, recoveryCodes, code: (away) => codeOf(under, secret, away) };
}
