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

/** Where an exit will stand. */
export interface ExitPlace {
  /** Upper case. */
  readonly country: string;
  readonly city: string;
  readonly cityName: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** People are not at their machines at once: an invitation is good for a week. */
const lifetimeMs = 7 * 24 * 3600 * 1000;

/** A token with which one machine may become an exit at a place, once. Only its hash is kept. */
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

/** Stands in a location's code for whichever city of its country there is: a provider's endpoint serves a country. */
export const anyCity = 'any';

/** The location whose traffic leaves by exits of a use in a city; null for those of one customer's. */
export function locationOf(at: {
  readonly country: string;
  readonly city: string;
  readonly use: ExitUse;
}): string | null {
  if (at.use === 'dedicated') return null;
  return `${at.country.toLowerCase()}-${at.city}-${at.use === 'native' ? 'home' : 'shared'}`;
}

/** Makes the location that traffic by such exits is offered at, unless it is there or there is to be none. */
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

/** The key (SPKI, DER) in its Base64 form; null for what is no point of P-256. */
export function readProofKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64');
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key, format: 'der', type: 'spki' });
    return asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}
