import { api } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import { route } from '../../platform/http/route.ts';
import { issueAccessToken } from './access-tokens.store.ts';
import { identify } from './log-in.ts';

export const logInRoute = (deps: Parameters<typeof identify>[0] & { readonly clock: Clock }) =>
  route(api.logIn, async ({ body, deviceId }) => {
    const identified = await identify(deps, body);
    if (!identified.ok) return identified;
    const now = deps.clock.now();
    return ok({ accessToken: await issueAccessToken(deps.db, { userId: identified.value, deviceId, now }) });
  });
