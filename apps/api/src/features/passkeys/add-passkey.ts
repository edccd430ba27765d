import type { api, RequestOf } from '@comet/contract';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { CallingClient } from '../../platform/http/user-agent.ts';
import { lockLivingAccount, type PassDeps } from '../users/index.ts';
import { takeChallenge } from './challenges.store.ts';
import { readClientData } from './client-data.ts';
import { passkeyAddedLetter } from './letters.ts';
import { passkeyName } from './passkey-name.ts';
import { insertPasskey, passkeyLimit, passkeysOf, type ShownPasskey } from './passkeys.store.ts';
import { relyingPartyOf } from './relying-party.ts';
import { verifyNewCredential } from './verify-new-credential.ts';

export interface PasskeyDeps extends PassDeps {
  readonly db: Database;
  readonly clock: Clock;
}

type Refusal = 'passkey_failed' | 'passkey_ceremony_expired' | 'passkey_registered' | 'passkey_limit_reached';

/** Adds what a browser made in this session's ceremony, and tells the owner by mail. A refusal spends the challenge, too. */
export async function addPasskey(
  deps: PasskeyDeps,
  given: {
    readonly user: SignedInUser;
    readonly deviceId: string | null;
    readonly client: CallingClient;
    readonly credential: RequestOf<typeof api.addPasskey>['body']['credential'];
  },
): Promise<Result<ShownPasskey, Refusal>> {
  const { user, deviceId, credential } = given;
  const userId = user.id;
  const now = deps.clock.now();
  const said = readClientData(credential.clientDataJson);
  if (said === null) return err('passkey_failed');
  return deps.db.transaction().execute(async (trx) => {
    // Before anything of the session: whoever ends sessions has locked the account, too.
    const account = await lockLivingAccount(trx, userId);
    if (account === null) return err('passkey_failed');
    const ceremony = { purpose: 'register', deviceId, sessionId: user.tokenId } as const;
    const taken = await takeChallenge(trx, said.challenge, ceremony, now);
    if (!taken.ok) return taken;
    const party = relyingPartyOf(deps.dashboardUrl);
    const verified = await verifyNewCredential(party, said.challenge, credential);
    if (verified === null || !said.isOfOurPage) return err('passkey_failed');
    const existing = await passkeysOf(trx, userId);
    if (existing.length >= passkeyLimit) return err('passkey_limit_reached');
    const { aaguid, ...known } = verified;
    const transports = [...new Set(credential.transports)];
    const names = existing.map((passkey) => passkey.name);
    const name = passkeyName({ aaguid, transports }, names);
    const added = await insertPasskey(trx, { ...known, userId, transports, name, createdAt: now });
    if (added === null) return err('passkey_registered');
    const settingsUrl = `${deps.dashboardUrl}/dash/settings/`;
    const letter = passkeyAddedLetter({ name, client: given.client, at: now, settingsUrl });
    await deps.outbox.post(trx, account.email, letter);
    return ok(added);
  });
}
