import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { passSecondFactor } from '../users/index.ts';
import type { PasskeyDeps } from './add-passkey.ts';
import { requestOptions, relyingPartyOf } from './ceremony-options.ts';
import { makeChallenge } from './challenges.store.ts';
import { credentialsOf } from './passkeys.store.ts';
import { usePasskey } from './use-passkey.ts';

export const showTwoFactorPasskeyRoute = ({ db }: PasskeyDeps) =>
  route(api.showTwoFactorPasskey, async ({ caller }) => {
    const own = await credentialsOf(db, caller.id);
    return ok({ isAvailable: own.length > 0 });
  });

/** The caller has given the password or signed in at a provider: only the account's own passkeys are offered. */
export const beginTwoFactorPasskeyRoute = (deps: PasskeyDeps) =>
  route(api.beginTwoFactorPasskey, async ({ caller, deviceId }) => {
    if (!caller.isLimited) return err('conflict');
    const own = await credentialsOf(deps.db, caller.id);
    if (own.length === 0) return err('passkey_unknown');
    const ceremony = { purpose: 'second_factor', deviceId, sessionId: caller.tokenId } as const;
    const challenge = await makeChallenge(deps.db, ceremony, deps.clock.now());
    return ok({ options: requestOptions(relyingPartyOf(deps.dashboardUrl), challenge, own) });
  });

export const verifyTwoFactorPasskeyRoute = (deps: PasskeyDeps) =>
  route(api.verifyTwoFactorPasskey, async ({ caller, body, deviceId, client }) => {
    const now = deps.clock.now();
    const party = relyingPartyOf(deps.dashboardUrl);
    const ceremony = { purpose: 'second_factor', deviceId, sessionId: caller.tokenId } as const;
    const use = { assertion: body.credential, ceremony, ownerId: caller.id, now };
    const given = { session: caller, deviceId, client, remember: body.remember, now };
    const passed = await deps.db
      .transaction()
      .execute((trx) => passSecondFactor(deps, trx, given, () => usePasskey(trx, party, use)));
    return passed.ok ? ok({ accessToken: passed.value }) : passed;
  });
