import { api } from '@comet/contract';
import type { Reply, TestCredentials } from '@comet/testing';
import type { Provider, SocialFixture } from './social-fixture.ts';

export const password = 'correct horse battery staple';
let made = 0;
export const newEmail = () => `person-${(made += 1)}@example.com`;

interface Finished {
  readonly outcome: string;
  readonly access_token: string | null;
  readonly redirect: string | null;
  readonly confirmation: {
    readonly token: string;
    readonly email: string | null;
    readonly reason: string;
    readonly by_password: boolean;
  } | null;
}
export const finished = (response: Reply) => response.json as Finished;
export const codeOf = (response: Reply) =>
  (response.json as { error?: { code: string } } | null)?.error?.code ?? 'ok';
export const tokenOf = (response: Reply) => finished(response).access_token ?? '';
export const confirmationOf = (response: Reply) => finished(response).confirmation?.token ?? '';

/** Actions of sign-ins by a provider. The API may be started later. */
export function socialSignIns(dependencies: () => SocialFixture) {
  async function userOf(response: Reply, browser: TestCredentials) {
    const shown = await dependencies().under.call(
      api.currentUser,
      {},
      { ...browser, token: tokenOf(response) },
    );
    return shown.json as { id: string; email: string; email_verified: boolean; has_password: boolean };
  }
  const identitiesOf = async (user: TestCredentials) => {
    const { json } = await dependencies().under.call(api.listIdentities, {}, user);
    return (json as { identities: { id: string; provider: string; email: string }[] }).identities;
  };
  const logIn = (email: string, given = password) =>
    dependencies().under.call(api.logIn, { body: { email, password: given } });
  const accountsOf = async (email: string) =>
    dependencies().under.dependencies.db.selectFrom('users').selectAll().where('email', '=', email).execute();
  const mailTo = async (response: Reply, browser: TestCredentials, email?: string) =>
    dependencies().under.call(
      api.requestSocialMail,
      { body: { token: confirmationOf(response), email } },
      browser,
    );
  const followMailTo = (email: string, browser: TestCredentials) =>
    dependencies().under.call(
      api.confirmSocialByLink,
      { body: { token: dependencies().under.jobs.tokenMailedTo(email) } },
      browser,
    );

  /** Connects a provider to the account of a signed-in person. */
  async function link(provider: Provider, user: TestCredentials, email: string) {
    const begun = await dependencies().under.call(
      api.startIdentityLink,
      { body: { provider, password } },
      user,
    );
    const { url } = begun.json as { url: string };
    return dependencies().sendResponse(provider, await dependencies().signInAtProvider(url, { email }), {
      deviceId: user.deviceId ?? '',
    });
  }

  return { userOf, identitiesOf, logIn, accountsOf, mailTo, followMailTo, link };
}
