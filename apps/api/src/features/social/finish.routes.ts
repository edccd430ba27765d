import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { appleResponseUrl } from './apple-relay.ts';
import type { SocialDeps } from './sign-in-with-identity.ts';
import { finish, type FinishDeps } from './finish.ts';

export const finishSocialSignInRoute = (deps: FinishDeps) =>
  route(api.finishSocialSignIn, ({ query, deviceId, client }) => {
    const { provider, state, ...response } = query;
    return finish(deps, { provider, state, response }, { deviceId, client, now: deps.clock.now() });
  });

export const relayAppleResponseRoute = ({ dashboardUrl }: Pick<SocialDeps, 'dashboardUrl'>) =>
  route(api.relayAppleResponse, async ({ rawBody }) => ok(appleResponseUrl(rawBody, dashboardUrl)));
