import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { userHandleOf } from './ceremony-options.ts';
import { type Ceremony, takeChallenge } from './challenges.store.ts';
import { readClientData } from './client-data.ts';
import { holdPasskey, noteUse } from './passkeys.store.ts';
import type { RelyingParty } from './relying-party.ts';
import { type Assertion, verifyAssertion } from './verify-assertion.ts';

export type PasskeyRefusal = 'passkey_failed' | 'passkey_ceremony_expired' | 'passkey_unknown';

/**
 * Whose passkey answered a ceremony. The challenge is spent whatever the outcome, so a refusal has to be committed, too. While signing
 * in the account is the one that the authenticator names; within a session it is `ownerId`'s own or none.
 */
export async function usePasskey(
  trx: DatabaseTransaction,
  party: RelyingParty,
  given: {
    readonly assertion: Assertion;
    readonly ceremony: Ceremony;
    readonly ownerId: string | null;
    readonly now: Date;
  },
): Promise<Result<string, PasskeyRefusal>> {
  const { assertion, ownerId, now } = given;
  const said = readClientData(assertion.clientDataJson);
  if (said === null) return err('passkey_failed');
  const taken = await takeChallenge(trx, said.challenge, given.ceremony, now);
  if (!taken.ok) return taken;
  const known = await holdPasskey(trx, Buffer.from(assertion.credentialId, 'base64url'));
  if (known === null || (ownerId !== null && known.userId !== ownerId)) return err('passkey_unknown');
  // A person who chose from a list was named by the authenticator; one who was told what to look for need not be.
  const named = assertion.userHandle ?? (ownerId === null ? null : userHandleOf(ownerId));
  if (!said.isOfOurPage || named !== userHandleOf(known.userId)) return err('passkey_failed');
  const use = await verifyAssertion(party, said.challenge, assertion, known);
  if (use === null) return err('passkey_failed');
  await noteUse(trx, { id: known.id, ...use, at: now });
  return ok(known.userId);
}
