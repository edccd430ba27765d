import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { appleResponseUrl } from './apple-relay.ts';
import type { SocialDeps } from './enter.ts';
import { finish, type FinishDeps } from './finish.ts';

export const finishSocialSignInRoute = (deps: FinishDeps) =>
  route(api.finishSocialSignIn, ({ query, deviceId, client }) => {
    const { provider, state, ...answer } = query;
    return finish(deps, { provider, state, answer }, { deviceId, client, now: deps.clock.now() });
  });

export const relayAppleAnswerRoute = ({ dashboardUrl }: Pick<SocialDeps, 'dashboardUrl'>) =>
  route(api.relayAppleAnswer, async ({ rawBody }) => ok(appleResponseUrl(rawBody, dashboardUrl)));
