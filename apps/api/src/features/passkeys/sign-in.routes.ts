import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { signIn } from '../users/index.ts';
import type { PasskeyDeps } from './add-passkey.ts';
import { requestOptions, relyingPartyOf } from './ceremony-options.ts';
import { makeChallenge } from './challenges.store.ts';
import { usePasskey } from './use-passkey.ts';

export const beginPasskeySignInRoute = (deps: PasskeyDeps) =>
  route(api.beginPasskeySignIn, async ({ deviceId }) => {
    const ceremony = { purpose: 'sign_in', deviceId, sessionId: null } as const;
    const challenge = await makeChallenge(deps.db, ceremony, deps.clock.now());
    // No passkey list: it would reveal which accounts exist, and the authenticator stores its own passkeys.
    return ok({ options: requestOptions(relyingPartyOf(deps.dashboardUrl), challenge, []) });
  });

export const signInWithPasskeyRoute = (deps: PasskeyDeps) =>
  route(api.signInWithPasskey, ({ body, deviceId, client }) => {
    const now = deps.clock.now();
    const ceremony = { purpose: 'sign_in', deviceId, sessionId: null } as const;
    const party = relyingPartyOf(deps.dashboardUrl);
    return deps.db.transaction().execute(async (trx) => {
      const used = await usePasskey(trx, party, { assertion: body.credential, ceremony, ownerId: null, now });
      if (!used.ok) return used;
      const signedIn = await signIn(deps, trx, {
        userId: used.value,
        deviceId,
        client,
        method: 'passkey',
        now,
      });
      return signedIn.ok ? ok({ accessToken: signedIn.value.accessToken }) : signedIn;
    });
  });
