import { api } from '@comet/contract';
import { type Clock, err, ok } from '@comet/foundation';
import { route } from '../../../platform/http/requests/route.ts';
import { guess, type GuessDeps } from '../passwords/guess.ts';
import { identify } from './log-in.ts';
import { signIn, type SignInDeps } from './sign-in.ts';
import { lockForSignIn } from '../users.store.ts';

export type LogInDeps = SignInDeps & GuessDeps & Parameters<typeof identify>[0] & { readonly clock: Clock };

export const logInRoute = (deps: LogInDeps) =>
  route(api.logIn, async ({ body, deviceId, address, client }) => {
    const by = { email: body.email, deviceId, address };
    const identified = await guess(deps, by, () => identify(deps, body));
    if (!identified.ok) return identified;
    const now = deps.clock.now();
    const proven = identified.value;
    const who = { userId: proven.userId, deviceId, client, method: 'password', now } as const;
    const signedIn = await deps.db.transaction().execute(async (trx) => {
      const account = await lockForSignIn(trx, proven.userId);
      // Comparing takes a while; the old password must not sign in after it was replaced.
      if (account?.passwordHash !== proven.passwordHash) return err('wrong_credentials' as const);
      return signIn(deps, trx, who, account);
    });
    return signedIn.ok ? ok({ accessToken: signedIn.value.accessToken }) : signedIn;
  });
