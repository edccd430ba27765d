import type { api, RequestOf } from '@comet/contract';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { lockActiveAccount, type PassDeps } from '../users/index.ts';
import { consumeChallenge } from './challenges.store.ts';
import { readClientData } from './use-passkey.ts';
import { passkeyAddedEmail } from './emails.ts';
import { insertPasskey, passkeyLimit, passkeysOf, type ShownPasskey } from './passkeys.store.ts';
import { type VerifiedRegistrationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { algorithms, relyingPartyOf, type RelyingParty } from './ceremony-options.ts';

/** Passkey providers by AAGUID (list of the FIDO community). */
const makers: Readonly<Record<string, string>> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
};

const pluggedIn = new Set(['usb', 'nfc', 'ble', 'smart-card']);

/** Default name of a new passkey: its provider, else its transport. A name that the account already uses gets a number. */
export function passkeyName(
  made: { readonly aaguid: string; readonly transports: readonly string[] },
  taken: readonly string[],
): string {
  const { aaguid, transports } = made;
  const isKey = transports.length > 0 && transports.every((transport) => pluggedIn.has(transport));
  const name = makers[aaguid] ?? (isKey ? 'Security key' : 'Passkey');
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) {
    if (!taken.includes(`${name} ${number}`)) return `${name} ${number}`;
  }
}

export interface PasskeyDeps extends PassDeps {
  readonly db: Database;
  readonly clock: Clock;
}

type Refusal = 'passkey_failed' | 'passkey_ceremony_expired' | 'passkey_registered' | 'passkey_limit_reached';

/**
 * Adds the credential created in this session's ceremony and notifies the owner by email. A rejected attempt also consumes the challenge.
 */
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
  const clientData = readClientData(credential.clientDataJson);
  if (clientData === null) return err('passkey_failed');
  return deps.db.transaction().execute(async (trx) => {
    // Before the session: transactions that end sessions lock the account first, too.
    const account = await lockActiveAccount(trx, userId);
    if (account === null) return err('passkey_failed');
    const ceremony = { purpose: 'register', deviceId, sessionId: user.tokenId } as const;
    const taken = await consumeChallenge(trx, clientData.challenge, ceremony, now);
    if (!taken.ok) return taken;
    const party = relyingPartyOf(deps.dashboardUrl);
    const verified = await verifyNewCredential(party, clientData.challenge, credential);
    if (verified === null || !clientData.isOfOurPage) return err('passkey_failed');
    const existing = await passkeysOf(trx, userId);
    if (existing.length >= passkeyLimit) return err('passkey_limit_reached');
    const { aaguid, ...known } = verified;
    const transports = [...new Set(credential.transports)];
    const names = existing.map((passkey) => passkey.name);
    const name = passkeyName({ aaguid, transports }, names);
    const added = await insertPasskey(trx, { ...known, userId, transports, name, createdAt: now });
    if (added === null) return err('passkey_registered');
    const settingsUrl = `${deps.dashboardUrl}/dash/settings/`;
    const email = passkeyAddedEmail({ name, client: given.client, at: now, settingsUrl });
    await deps.outbox.post(trx, account.email, email);
    return ok(added);
  });
}

export type NewCredential = RequestOf<typeof api.addPasskey>['body']['credential'];

interface VerifiedCredential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
  /** AAGUID of the authenticator; all zeros where it is not disclosed. */
  readonly aaguid: string;
}

/** Verifies a new credential according to WebAuthn §7.1; returns null if any check fails. */
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

/** The library throws on any invalid input. */
async function checked(
  party: RelyingParty,
  challenge: string,
  given: NewCredential,
): Promise<VerifiedRegistrationResponse> {
  const { attestationObject, clientDataJson, credentialId } = given;
  // No attestation was requested. An unrequested certificate is untrusted input that would have to be parsed and fetched.
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
