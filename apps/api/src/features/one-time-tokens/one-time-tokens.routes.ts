import { api } from '@comet/contract';
import { type Clock, err, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/requests/route.ts';
import { signIn, type SignInDeps } from '../users/index.ts';
import { makeOneTimeToken, consumeOneTimeToken } from './one-time-tokens.store.ts';

export type OneTimeTokenDeps = SignInDeps & { readonly db: Database; readonly clock: Clock };

export const createOneTimeTokenRoute = ({ db, clock }: OneTimeTokenDeps) =>
  route(api.createOneTimeToken, async ({ caller }) =>
    ok({ oneTimeToken: await makeOneTimeToken(db, { sessionId: caller.tokenId, now: clock.now() }) }),
  );

/**
 * The new session is separate and bound to the calling device. Its method records that the user did not authenticate again, so it never
 * counts as a fresh sign-in, and it ends a year after the original sign-in.
 */
export const authenticateOneTimeTokenRoute = (deps: OneTimeTokenDeps) =>
  route(api.authenticateOneTimeToken, async ({ body, deviceId, client }) => {
    const now = deps.clock.now();
    const signedIn = await deps.db.transaction().execute(async (trx) => {
      const taken = await consumeOneTimeToken(trx, { token: body.oneTimeToken, now });
      if (taken === null) return err('authentication_failed');
      return signIn(deps, trx, { ...taken, deviceId, client, method: 'one_time_token', now });
    });
    return signedIn.ok ? ok({ accessToken: signedIn.value.accessToken }) : err('authentication_failed');
  });
