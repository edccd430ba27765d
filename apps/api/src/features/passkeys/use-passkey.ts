import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { userHandleOf, type RelyingParty } from './ceremony-options.ts';
import { type Ceremony, consumeChallenge } from './challenges.store.ts';
import { lockPasskey, recordUse, type KnownCredential } from './passkeys.store.ts';
import type { api, RequestOf } from '@comet/contract';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';

type PasskeyRefusal = 'passkey_failed' | 'passkey_ceremony_expired' | 'passkey_unknown';

/**
 * Returns the owner of the passkey used in a ceremony. The challenge is consumed in every case, so a rejected attempt must be committed
 * too. At sign-in the authenticator names the account; within a session only a passkey of `ownerId` is accepted.
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
  const clientData = readClientData(assertion.clientDataJson);
  if (clientData === null) return err('passkey_failed');
  const taken = await consumeChallenge(trx, clientData.challenge, given.ceremony, now);
  if (!taken.ok) return taken;
  const known = await lockPasskey(trx, Buffer.from(assertion.credentialId, 'base64url'));
  if (known === null || (ownerId !== null && known.userId !== ownerId)) return err('passkey_unknown');
  // A discoverable credential returns the user handle; with an allow list the authenticator may omit it.
  const named = assertion.userHandle ?? (ownerId === null ? null : userHandleOf(ownerId));
  if (!clientData.isOfOurPage || named !== userHandleOf(known.userId)) return err('passkey_failed');
  const use = await verifyAssertion(party, clientData.challenge, assertion, known);
  if (use === null) return err('passkey_failed');
  await recordUse(trx, { id: known.id, ...use, at: now });
  return ok(known.userId);
}

export type Assertion = RequestOf<typeof api.signInWithPasskey>['body']['credential'];

/**
 * Verifies an assertion according to WebAuthn §7.2: signature, origin, relying party, user presence and verification, and an increasing
 * counter where there is one. Returns null if a check fails, else the values to store.
 */
export async function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  given: Assertion,
  known: Pick<KnownCredential, 'publicKey' | 'counter' | 'isBackupEligible'>,
): Promise<{ readonly counter: number; readonly isBackedUp: boolean } | null> {
  const { credentialId, clientDataJson, authenticatorData, signature } = given;
  const checked = await verifyAuthenticationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      response: { authenticatorData, clientDataJSON: clientDataJson, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: credentialId, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
    requireUserVerification: true,
    // The library throws on any invalid input.
  }).catch(() => null);
  if (checked?.verified !== true) return null;
  const { newCounter, credentialDeviceType, credentialBackedUp } = checked.authenticationInfo;
  // Backup eligibility is fixed at creation; a credential with another value is rejected.
  if ((credentialDeviceType === 'multiDevice') !== known.isBackupEligible) return null;
  return { counter: newCounter, isBackedUp: credentialBackedUp };
}

/** Client data of a ceremony, as signed by the authenticator (WebAuthn §5.8.1). */
interface ClientData {
  readonly challenge: string;
  readonly isOfOurPage: boolean;
}

/**
 * Reads the challenge from `clientDataJSON` for the lookup; the signature check verifies the rest. `isOfOurPage` is false for a ceremony in
 * a frame of another site, which is never legitimate here.
 */
export function readClientData(base64url: string): ClientData | null {
  try {
    const clientData = JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8')) as Readonly<
      Record<string, unknown>
    > | null;
    if (typeof clientData?.['challenge'] !== 'string') return null;
    const isOfOurPage = clientData['crossOrigin'] !== true && clientData['topOrigin'] === undefined;
    return { challenge: clientData['challenge'], isOfOurPage };
  } catch {
    return null;
  }
}
