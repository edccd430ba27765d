import { type api, exitConsentVersion, type RequestOf } from '@comet/contract';
import { type Clock, err, ok, type Result, countryNameOf } from '@comet/foundation';
import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../platform/database/database.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import { credentialLifeMs } from '../../platform/machine-credentials/index.ts';
import type { ExitUse } from '@comet/admission';
import { createPublicKey } from 'node:crypto';

/** The location of an exit. */
export interface ExitPlace {
  /** Upper case. */
  readonly country: string;
  readonly city: string;
  readonly cityName: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Owners may set their machine up days later: an invitation is valid for a week. */
const lifetimeMs = 7 * 24 * 3600 * 1000;

/** Creates a single-use token that enrols one machine as an exit at a location. Only its hash is stored. */
export async function inviteExit(
  trx: DatabaseTransaction,
  place: ExitPlace & { readonly use: ExitUse },
  now: Date,
): Promise<string> {
  const secret = newSecretToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await trx
    .insertInto('exitInvitations')
    .values({ ...place, tokenHash: secret.hash, createdAt: now, expiresAt, usedAt: null })
    .execute();
  return secret.token;
}

/** Means any city of the country in a location's code: a provider's endpoint serves a whole country. */
export const anyCity = 'any';

/**
 * Returns the code of the location whose traffic leaves by exits of a use in a city; null for dedicated exits, which serve one customer.
 */
export function locationOf(at: {
  readonly country: string;
  readonly city: string;
  readonly use: ExitUse;
}): string | null {
  if (at.use === 'dedicated') return null;
  return `${at.country.toLowerCase()}-${at.city}-${at.use === 'native' ? 'home' : 'shared'}`;
}

/** Creates the location for such exits, unless it exists or these exits have none. */
export async function makeLocation(
  trx: DatabaseTransaction,
  { use, ...place }: ExitPlace & { readonly use: ExitUse },
): Promise<void> {
  const code = locationOf({ ...place, use });
  if (code === null) return;
  const { country, cityName, latitude, longitude } = place;
  await trx
    .insertInto('locations')
    .values({
      ...{ code, country, latitude, longitude },
      countryName: countryNameOf(country) ?? country,
      city: cityName,
      type: use === 'native' ? ('native_residential' as const) : ('residential' as const),
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}

interface EnrolledExitWith {
  readonly exitId: string;
  readonly credential: string;
  /** Missing if the credential is bound to no key. */
  readonly expiresAt?: string;
}

type Refusal = 'invitation_invalid' | 'consent_outdated' | 'wireguard_key_taken' | 'proof_key_invalid';

/**
 * Enrols a machine as an exit and records its owner's consent with the time. Only consent to the current text is valid; a refusal does not
 * use the invitation up. The first exit of its kind in a city creates a location there.
 */
export async function enrolExit(
  deps: { readonly db: Database; readonly clock: Clock },
  given: RequestOf<typeof api.enrolExit>['body'],
): Promise<Result<EnrolledExitWith, Refusal>> {
  if (given.consent.version !== exitConsentVersion) return err('consent_outdated');
  // Agents older than proofs have no key.
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

/** Decodes a key (SPKI, DER) from Base64; null if it is not a point of P-256. */
export function readProofKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64');
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key, format: 'der', type: 'spki' });
    return asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}
