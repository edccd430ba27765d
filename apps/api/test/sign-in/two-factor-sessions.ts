import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import type { ApiUnderTest, TestUser } from '../fixture/api-fixture.ts';
import type { TwoFactorUser } from './two-factor-user.ts';

export const errorOf = (json: unknown) => (json as { error?: { code: string } } | null)?.error?.code ?? 'ok';

export interface Given {
  readonly code?: string;
  readonly recoveryCode?: string;
  readonly remember?: boolean;
}

/** Actions of sign-ins with a second factor. The API may be started later. */
export function twoFactorSessions(under: () => ApiUnderTest) {
  const subjects = (email: string) =>
    under()
      .jobs.emailsTo(email)
      .map((email) => email.subject);

  /** Signs in by password. */
  async function logIn(user: TwoFactorUser, deviceId: string = randomUUID()): Promise<TestCredentials> {
    const body = { email: user.email, password: user.password };
    const { json } = await under().call(api.logIn, { body }, { deviceId });
    return { token: (json as { access_token: string }).access_token, deviceId };
  }

  const gateOf = async (speaker: TestCredentials) =>
    errorOf((await under().call(api.currentUser, {}, speaker)).json);
  const state = async (speaker: TestCredentials) => (await under().call(api.showTwoFactor, {}, speaker)).json;

  async function verify(speaker: TestCredentials, { remember = false, ...factor }: Given) {
    const response = await under().call(api.verifyTwoFactor, { body: { remember, ...factor } }, speaker);
    const { access_token: token = '' } = response.json as { access_token?: string };
    return { ...response, error: errorOf(response.json), full: { ...speaker, token } };
  }
  const disable = async (speaker: TestCredentials, body: Omit<Given, 'remember'>) =>
    errorOf((await under().call(api.disableTwoFactor, { body }, speaker)).json);
  const confirm = async (token: string) =>
    errorOf((await under().call(api.confirmTwoFactor, { query: { token } })).json);
  const enable = async (user: TestUser, code: string, password = user.password) =>
    errorOf((await under().call(api.enableTwoFactor, { body: { code, password } }, user)).json);

  return { subjects, logIn, gateOf, state, verify, disable, confirm, enable };
}
