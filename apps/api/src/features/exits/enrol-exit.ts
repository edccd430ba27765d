import { type api, exitConsentVersion, type RequestOf } from '@comet/contract';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../platform/database/database.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import { credentialLifeMs } from '../../platform/machine-credentials/index.ts';
import { makeLocation } from './exit-location.ts';
import { readProofKey } from './proof-key.ts';

export interface EnrolledExitWith {
  readonly exitId: string;
  readonly credential: string;
  /** Missing where the credential is bound to no key. */
  readonly expiresAt?: string;
}

type Refusal = 'invitation_invalid' | 'consent_outdated' | 'wireguard_key_taken' | 'proof_key_invalid';

/**
 * Takes a machine in with what its owner agreed to, written down with the time. Only the text in force counts; a refusal does not use
 * the invitation up. The first exit of its kind in a city makes a location there.
 */
export async function enrolExit(
  deps: { readonly db: Database; readonly clock: Clock },
  given: RequestOf<typeof api.enrolExit>['body'],
): Promise<Result<EnrolledExitWith, Refusal>> {
  if (given.consent.version !== exitConsentVersion) return err('consent_outdated');
  // An agent from before there were proofs has no key.
  const proofKey = given.proofKey === undefined ? undefined : readProofKey(given.proofKey);
  if (proofKey === null) return err('proof_key_invalid');
  try {
    return await deps.db
      .transaction()
      .execute((trx) => enrolIn(trx, { ...given, proofKey }, deps.clock.now()));
  } catch (error) {
    if (isUniqueViolation(error, 'exits_key')) return err('wireguard_key_taken');
    throw error;
  }
}

async function enrolIn(
  trx: DatabaseTransaction,
  {
    token,
    network,
    consent,
    wireguardPublicKey,
    proofKey,
  }: Omit<RequestOf<typeof api.enrolExit>['body'], 'proofKey'> & { readonly proofKey: Buffer | undefined },
  now: Date,
): Promise<Result<EnrolledExitWith, Refusal>> {
  const invitation = await trx
    .updateTable('exitInvitations')
    .set({ usedAt: now })
    .where('tokenHash', '=', hashOfToken(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['country', 'city', 'cityName', 'latitude', 'longitude', 'use'])
    .executeTakeFirst();
  if (invitation === undefined) return err('invitation_invalid');
  const { country, city, cityName, use } = invitation;
  const secret = newSecretToken();
  const expiresAt = new Date(now.getTime() + credentialLifeMs);
  const { id } = await trx
    .insertInto('exits')
    .values({
      ...{ country, city, cityName, use, wireguardPublicKey },
      network: network ?? null,
      credentialHash: secret.hash,
      ...(proofKey === undefined ? {} : { credentialKey: proofKey, credentialExpiresAt: expiresAt }),
      consentVersion: consent.version,
      consentName: consent.name,
      consentedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await makeLocation(trx, invitation);
  const expiry = proofKey === undefined ? {} : { expiresAt: expiresAt.toISOString() };
  return ok({ exitId: id, credential: secret.token, ...expiry });
}
