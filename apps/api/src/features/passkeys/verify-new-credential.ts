import type { api, RequestOf } from '@comet/contract';
import { type VerifiedRegistrationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { algorithms } from './ceremony-options.ts';
import type { RelyingParty } from './relying-party.ts';

type NewCredential = RequestOf<typeof api.addPasskey>['body']['credential'];

export interface VerifiedCredential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
  /** The make of the authenticator; all zeros where it does not say. */
  readonly aaguid: string;
}

/** Checks a newly made credential as WebAuthn §7.1 asks; null for anything that is not right. */
export async function verifyNewCredential(
  party: RelyingParty,
  challenge: string,
  given: NewCredential,
): Promise<VerifiedCredential | null> {
  const verified = await checked(party, challenge, given).catch(() => null);
  if (verified?.verified !== true) return null;
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  if (credential.id !== given.credentialId) return null;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
    aaguid,
  };
}

/** The library throws on whatever it is given that is wrong. */
async function checked(
  party: RelyingParty,
  challenge: string,
  given: NewCredential,
): Promise<VerifiedRegistrationResponse> {
  const { attestationObject, clientDataJson, credentialId } = given;
  // No attestation was asked for. A certificate that comes all the same is somebody's choice of what we should parse and fetch.
  const statement = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  if (!['none', 'packed'].includes(statement.get('fmt')) || statement.get('attStmt').get('x5c') !== undefined)
    return { verified: false };
  return verifyRegistrationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      response: { attestationObject, clientDataJSON: clientDataJson },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserPresence: true,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  });
}
