import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';

/** Password calls of the tests. */
export function passwordsOf(under: () => ApiUnderTest) {
  const rulesOf = (json: unknown) =>
    (json as { error?: { data?: { rules?: string[] } } } | null)?.error?.data?.rules ?? [];

  const requestReset = (email: string) => under().call(api.requestPasswordReset, { body: { email } });
  const confirm = (token: string, password: string) =>
    under().call(api.confirmPasswordReset, { body: { token, password } });
  const change = (user: TestCredentials, password: string, currentPassword?: string) =>
    under().call(
      api.changePassword,
      { body: { password, ...(currentPassword === undefined ? {} : { currentPassword }) } },
      user,
    );
  const statusAs = async (user: TestCredentials) => (await under().call(api.currentUser, {}, user)).status;

  /** Requests a password reset, and returns the token of its email. */
  async function resetToken(email: string): Promise<string> {
    await requestReset(email);
    await under().jobs.runPending();
    return under().jobs.tokenMailedTo(email);
  }

  async function signIn(
    email: string,
    password: string,
  ): Promise<TestCredentials & { readonly status: number }> {
    const deviceId = randomUUID();
    const response = await under().call(api.logIn, { body: { email, password } }, { deviceId });
    const { access_token: token } = response.json as { access_token?: string };
    return { ...(token === undefined ? {} : { token }), deviceId, status: response.status };
  }

  async function setUser(id: string, values: { deletedAt?: Date; passwordHash?: null }): Promise<void> {
    await under().dependencies.db.updateTable('users').set(values).where('id', '=', id).execute();
  }

  return { requestReset, confirm, change, resetToken, rulesOf, setUser, signIn, statusAs };
}
