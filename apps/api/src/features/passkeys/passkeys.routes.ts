import { api } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import {
  reauthenticate,
  type ReauthenticationDeps,
  countSignInMethods,
  lockActiveAccount,
} from '../users/index.ts';
import { addPasskey, type PasskeyDeps } from './add-passkey.ts';
import { creationOptions, relyingPartyOf } from './ceremony-options.ts';
import { makeChallenge } from './challenges.store.ts';
import {
  credentialsOf,
  passkeyLimit,
  passkeysOf,
  renamePasskey,
  type ShownPasskey,
  deletePasskey,
} from './passkeys.store.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { passkeyRemovedEmail } from './emails.ts';

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

/**
 * Removes a passkey and notifies the owner by email. The account lock serialises removals, so that two requests cannot remove the last
 * sign-in method.
 */
async function removePasskey(
  deps: PasskeyDeps,
  given: { readonly user: SignedInUser; readonly client: CallingClient; readonly id: string },
): Promise<Result<undefined, 'not_found' | 'last_way_in'>> {
  const { user, client, id } = given;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockActiveAccount(trx, user.id);
    const passkey = (await passkeysOf(trx, user.id)).find((own) => own.id === id);
    if (account === null || passkey === undefined) return err('not_found');
    if ((await countSignInMethods(trx, user.id)) <= 1) return err('last_way_in');
    await deletePasskey(trx, id);
    const settingsUrl = `${deps.dashboardUrl}/dash/settings/`;
    const email = passkeyRemovedEmail({ name: passkey.name, client, at: now, settingsUrl });
    await deps.outbox.post(trx, account.email, email);
    return ok(undefined);
  });
}
