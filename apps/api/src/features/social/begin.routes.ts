import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { SocialProvider } from '../../platform/database/schema.ts';
import { route } from '../../platform/http/requests/route.ts';
import { reauthenticate, type ReauthenticationDeps } from '../users/index.ts';
import { begin, type BeginDeps } from './begin.ts';

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
