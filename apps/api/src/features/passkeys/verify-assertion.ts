import type { api, RequestOf } from '@comet/contract';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { KnownCredential } from './passkeys.store.ts';
import type { RelyingParty } from './relying-party.ts';

export type Assertion = RequestOf<typeof api.signInWithPasskey>['body']['credential'];

/**
 * Checks the use of a passkey as WebAuthn §7.2 asks: signature, origin, relying party, presence and verification of the person, and a
 * counter that goes up where there is one. Null for anything that is not right, else what has to be noted.
 */
export async function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  given: Assertion,
  known: KnownCredential,
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
    // The library throws on whatever it is given that is wrong.
  }).catch(() => null);
  if (checked?.verified !== true) return null;
  const { newCounter, credentialDeviceType, credentialBackedUp } = checked.authenticationInfo;
  // Whether a passkey may be copied is settled when it is made; one that changed its mind is another one.
  if ((credentialDeviceType === 'multiDevice') !== known.isBackupEligible) return null;
  return { counter: newCounter, isBackedUp: credentialBackedUp };
}
