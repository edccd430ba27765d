import { api } from '@comet/contract';
import { err, ok, type Clock, type Result } from '@comet/foundation';
import type { SocialProvider } from '../../platform/database/schema.ts';
import { route } from '../../platform/http/requests/route.ts';
import {
  reauthenticate,
  type ReauthenticationDeps,
  countSignInMethods,
  lockActiveAccount,
} from '../users/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { IdentityProviders } from '../../platform/identity/identity-provider.ts';
import { type StartedSignIn, storeSignIn } from './sign-ins.store.ts';
import { confirmByLink, confirmByPassword, type ConfirmDeps, mailLink } from './confirm.ts';
import type { SocialDeps } from './sign-in-with-identity.ts';
import { finish, type FinishDeps } from './finish.ts';
import { deleteIdentity, identitiesOf } from './identities.store.ts';
import { identityRemovedEmail } from './emails.ts';

const everyProvider: readonly SocialProvider[] = ['google', 'apple', 'facebook'];

export const listSocialNetworksRoute = ({ providers }: Pick<BeginDeps, 'providers'>) =>
  route(api.listSocialNetworks, async () =>
    ok({ providers: everyProvider.filter((name) => providers[name] !== undefined) }),
  );

export const startSocialSignInRoute = (deps: BeginDeps) =>
  route(api.startSocialSignIn, ({ body, deviceId }) => {
    const { provider, redirect = null, opener = 'dashboard' } = body;
    return begin(deps, { provider, sessionId: null, deviceId, redirect, opener });
  });

/** A new sign-in method is as sensitive as a new password, so adding one needs a fresh proof of identity. */
export const startIdentityLinkRoute = (deps: BeginDeps & ReauthenticationDeps) =>
  route(api.startIdentityLink, async ({ body, caller, deviceId, client }) => {
    if (!caller.emailVerified) return err('email_unverified');
    const proved = await reauthenticate(deps, { caller, deviceId, client }, body);
    if (!proved.ok) return proved;
    const { provider } = body;
    const way = { redirect: null, opener: 'dashboard' } as const;
    return begin(deps, { provider, sessionId: caller.tokenId, deviceId, ...way });
  });

interface BeginDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly providers: IdentityProviders;
}

type BeginRefusal = 'provider_not_offered' | 'provider_unavailable';

/** Starts a sign-in at a provider: returns the URL to open. */
async function begin(
  deps: BeginDeps,
  departure: StartedSignIn,
): Promise<Result<{ readonly url: string }, BeginRefusal>> {
  const provider = deps.providers[departure.provider];
  if (provider === undefined) return err('provider_not_offered');
  const secrets = await storeSignIn(deps.db, departure, deps.clock.now());
  const url = await provider.authorizationUrl(secrets);
  return url.ok ? ok({ url: url.value }) : err('provider_unavailable');
}

export const confirmSocialByPasswordRoute = (deps: ConfirmDeps) =>
  route(api.confirmSocialByPassword, ({ body, address, deviceId, client }) =>
    confirmByPassword(deps, { ...body, address }, { deviceId, client, now: deps.clock.now() }),
  );

export const requestSocialMailRoute = (deps: ConfirmDeps) =>
  route(api.requestSocialMail, ({ body, address, deviceId, client }) =>
    mailLink(
      deps,
      { token: body.token, email: body.email, address },
      { deviceId, client, now: deps.clock.now() },
    ),
  );

export const confirmSocialByLinkRoute = (deps: ConfirmDeps) =>
  route(api.confirmSocialByLink, ({ body, deviceId, client }) =>
    confirmByLink(deps, body.token, { deviceId, client, now: deps.clock.now() }),
  );

export const finishSocialSignInRoute = (deps: FinishDeps) =>
  route(api.finishSocialSignIn, ({ query, deviceId, client }) => {
    const { provider, state, ...response } = query;
    return finish(deps, { provider, state, response }, { deviceId, client, now: deps.clock.now() });
  });

export const relayAppleResponseRoute = ({ dashboardUrl }: Pick<SocialDeps, 'dashboardUrl'>) =>
  route(api.relayAppleResponse, async ({ rawBody }) => ok(appleResponseUrl(rawBody, dashboardUrl)));

const maxValueLength = 4000;
const relayed = ['state', 'code', 'iss', 'error'] as const;

/**
 * Returns the dashboard URL for the form that Apple has the browser post. The host is always ours, and only the parameters of the response
 * are copied: others, in particular the name, must not be stored.
 */
export function appleResponseUrl(form: Buffer, dashboardUrl: string): string {
  const given = new URLSearchParams(form.toString('utf8'));
  const address = new URL(`${dashboardUrl}/login/apple/callback`);
  for (const name of relayed) {
    const value = given.get(name);
    if (value !== null && value !== '' && value.length <= maxValueLength)
      address.searchParams.set(name, value);
  }
  return address.href;
}

export const listIdentitiesRoute = ({ db }: Pick<SocialDeps, 'db'>) =>
  route(api.listIdentities, async ({ caller }) => {
    const rows = await identitiesOf(db, caller.id);
    const identities = rows.map(({ createdAt, lastUsedAt, ...identity }) => ({
      ...identity,
      connectedAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    }));
    return ok({ identities });
  });

/** The sign-in methods are counted under the lock of the account's row, so that two concurrent removals do not both count the other. */
export const removeIdentityRoute = (deps: SocialDeps & ReauthenticationDeps) =>
  route(api.removeIdentity, async ({ params, body, caller, deviceId, client }) => {
    const proved = await reauthenticate(deps, { caller, deviceId, client }, body);
    if (!proved.ok) return proved;
    return deps.db.transaction().execute(async (trx) => {
      await lockActiveAccount(trx, caller.id);
      const own = (await identitiesOf(trx, caller.id)).find(({ id }) => id === params.id);
      if (own === undefined) return err('not_found');
      if ((await countSignInMethods(trx, caller.id)) <= 1) return err('last_way_in');
      await deleteIdentity(trx, own.id);
      const settingsUrl = `${deps.dashboardUrl}/dash/settings/`;
      const occasion = { provider: own.provider, email: own.email, client, at: deps.clock.now() };
      await deps.outbox.post(trx, caller.email, identityRemovedEmail({ ...occasion, settingsUrl }));
      return ok(undefined);
    });
  });
