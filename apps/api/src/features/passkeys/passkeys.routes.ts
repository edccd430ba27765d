import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { reauthenticate, type ReauthenticationDeps } from '../users/index.ts';
import { addPasskey, type PasskeyDeps } from './add-passkey.ts';
import { creationOptions, relyingPartyOf } from './ceremony-options.ts';
import { makeChallenge } from './challenges.store.ts';
import {
  credentialsOf,
  passkeyLimit,
  passkeysOf,
  renamePasskey,
  type ShownPasskey,
} from './passkeys.store.ts';
import { removePasskey } from './remove-passkey.ts';

const shown = ({ isBackupEligible, createdAt, lastUsedAt, ...passkey }: ShownPasskey) => ({
  ...passkey,
  isSynced: isBackupEligible,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export const listPasskeysRoute = ({ db }: PasskeyDeps) =>
  route(api.listPasskeys, async ({ caller }) =>
    ok({ passkeys: (await passkeysOf(db, caller.id)).map(shown), limit: passkeyLimit }),
  );

/** An unconfirmed address may belong to another person: a passkey must not exist before the address is confirmed. */
export const beginPasskeyRoute = (deps: PasskeyDeps & ReauthenticationDeps) =>
  route(api.beginPasskey, async ({ caller, deviceId, client, body }) => {
    if (!caller.emailVerified) return err('email_unverified');
    const proved = await reauthenticate(deps, { caller, deviceId, client }, body);
    if (!proved.ok) return proved;
    const existing = await credentialsOf(deps.db, caller.id);
    if (existing.length >= passkeyLimit) return err('passkey_limit_reached');
    const ceremony = { purpose: 'register', deviceId, sessionId: caller.tokenId } as const;
    const challenge = await makeChallenge(deps.db, ceremony, deps.clock.now());
    const party = relyingPartyOf(deps.dashboardUrl);
    return ok({ options: creationOptions(party, { challenge, user: caller, existing }) });
  });

export const addPasskeyRoute = (deps: PasskeyDeps) =>
  route(api.addPasskey, async ({ caller, deviceId, client, body }) => {
    const given = { user: caller, deviceId, client, credential: body.credential };
    const added = await addPasskey(deps, given);
    return added.ok ? ok({ passkey: shown(added.value) }) : added;
  });

export const renamePasskeyRoute = ({ db }: PasskeyDeps) =>
  route(api.renamePasskey, async ({ caller, params, body }) => {
    const renamed = await renamePasskey(db, { userId: caller.id, id: params.id, name: body.name });
    return renamed === null ? err('not_found') : ok({ passkey: shown(renamed) });
  });

export const removePasskeyRoute = (deps: PasskeyDeps & ReauthenticationDeps) =>
  route(api.removePasskey, async ({ caller, deviceId, client, params, body }) => {
    const proved = await reauthenticate(deps, { caller, deviceId, client }, body);
    return proved.ok ? removePasskey(deps, { user: caller, client, id: params.id }) : proved;
  });
