import { api } from '@comet/contract';
import { type Clock, err, ok } from '@comet/foundation';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import { route } from '../../platform/http/route.ts';
import { identify } from './log-in.ts';
import { signIn, type SignInDeps } from './sign-in.ts';

/** Guesses at one account, whichever sources they come from. Counted for every address alike, whether it has an account or not. */
const perAccount = { calls: 100, seconds: 600 };

export type LogInDeps = SignInDeps &
  Parameters<typeof identify>[0] & {
    readonly clock: Clock;
    readonly limiter: RateLimiter;
  };

export const logInRoute = (deps: LogInDeps) =>
  route(api.logIn, async ({ body, deviceId, client }) => {
    const retryAfter = await deps.limiter.take(`sign-in ${body.email}`, perAccount);
    if (retryAfter !== null) return err({ code: 'too_many_requests', retryAfter });
    const identified = await identify(deps, body);
    if (!identified.ok) return identified;
    const now = deps.clock.now();
    const who = { userId: identified.value, deviceId, client, method: 'password', now } as const;
    const signedIn = await deps.db.transaction().execute((trx) => signIn(deps, trx, who));
    return signedIn.ok ? ok({ accessToken: signedIn.value }) : signedIn;
  });
