import { api } from '@comet/contract';
import { Secret, TOTP } from 'otpauth';
import { type ApiUnderTest, makeUser, type TestUser } from '../fixture/api-fixture.ts';

/** An account with two-factor on, and its authenticator app. */
export interface TwoFactorUser extends TestUser {
  readonly password: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Returns the app's code of the current time step, or of one `stepsAway` steps later. */
  code(stepsAway?: number): string;
}

const stepMs = 30_000;

/** Returns the authenticator app's code for a secret at the test's time. */
export function codeOf(under: ApiUnderTest, secret: string, stepsAway = 0): string {
  const timestamp = under.clock.now().getTime() + stepsAway * stepMs;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets up an authenticator app up to the mailed activation link. */
export async function beginTwoFactor(under: ApiUnderTest, user: TestUser) {
  const generated = await under.call(api.generateTwoFactor, {}, user);
  const { secret, otpauth_uri: uri } = generated.json as { secret: string; otpauth_uri: string };
  const body = { code: codeOf(under, secret), password: user.password };
  const enabled = await under.call(api.enableTwoFactor, { body }, user);
  const { recovery_codes: recoveryCodes } = enabled.json as { recovery_codes: string[] };
  return { secret, uri, recoveryCodes, linkToken: under.jobs.tokenMailedTo(user.email) };
}

/** Creates an account with two-factor on. The clock advances by a step, so that the current code is unused. */
export async function makeTwoFactorUser(under: ApiUnderTest): Promise<TwoFactorUser> {
  const password = 'correct horse battery staple';
  const user = await makeUser(under, { password });
  const { secret, recoveryCodes, linkToken } = await beginTwoFactor(under, user);
  await under.call(api.confirmTwoFactor, { query: { token: linkToken } });
  under.clock.advance(stepMs);
  return { ...user, password, secret, recoveryCodes, code: (away) => codeOf(under, secret, away) };
}
