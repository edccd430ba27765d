import { type api, exitConsentVersion, type RequestOf } from '@comet/contract';
import { type Clock, err, ok, type Result, countryNameOf } from '@comet/foundation';
import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../platform/database/database.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import { recordOperatorAction } from '../operator-commands/index.ts';
import { credentialLifeMs, enrolmentCredential } from '../../platform/machine-credentials/index.ts';
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
  { operator, ...place }: ExitPlace & { readonly use: ExitUse; readonly operator: string },
  now: Date,
): Promise<string> {
  const secret = newSecretToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await trx
    .insertInto('exitInvitations')
    .values({
      ...{ ...place, tokenHash: secret.hash, createdBy: operator },
      ...{ createdAt: now, expiresAt, usedAt: null },
    })
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
 * use the invitation up. The first exit of its kind in a city creates a location there. With a credential that is bound to a key, an equal
 * request returns the same exit and credential while the invitation is valid: its response may have been lost.
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

type Request = Omit<RequestOf<typeof api.enrolExit>['body'], 'proofKey'> & {
  readonly proofKey: Buffer | undefined;
};

const boundCredential = ({ token, wireguardPublicKey, proofKey }: Request) =>
  proofKey === undefined ? null : enrolmentCredential(token, { wireguardPublicKey, boundKey: proofKey });

async function enrolIn(
  trx: DatabaseTransaction,
  given: Request,
  now: Date,
): Promise<Result<EnrolledExitWith, Refusal>> {
  const invitation = await trx
    .selectFrom('exitInvitations')
    .selectAll()
    .where('tokenHash', '=', hashOfToken(given.token))
    .where('expiresAt', '>', now)
    .forUpdate()
    .executeTakeFirst();
  if (invitation === undefined) return err('invitation_invalid');
  if (invitation.usedAt !== null) return repeatEnrolment(trx, invitation, given);
  const { country, city, cityName, use, createdBy } = invitation;
  const { network = null, consent, wireguardPublicKey, proofKey } = given;
  const bound = boundCredential(given);
  const credential = bound ?? newSecretToken();
  const expiresAt = new Date(now.getTime() + credentialLifeMs);
  const { id } = await trx
    .insertInto('exits')
    .values({
      ...{ country, city, cityName, use, wireguardPublicKey, network },
      credentialHash: credential.hash,
      ...(proofKey === undefined ? {} : { credentialKey: proofKey, credentialExpiresAt: expiresAt }),
      consentVersion: consent.version,
      consentName: consent.name,
      consentedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('exitInvitations')
    .set({ usedAt: now, exitId: id, keysHash: bound?.keysHash ?? null })
    .where('tokenHash', '=', invitation.tokenHash)
    .execute();
  await makeLocation(trx, invitation);
  await recordOperatorAction(trx, {
    ...{ operator: createdBy ?? 'unknown', action: 'enrol_exit', now },
    details: { exit: id, country, city, use },
  });
  const expiry = proofKey === undefined ? {} : { expiresAt: expiresAt.toISOString() };
  return ok({ exitId: id, credential: credential.token, ...expiry });
}

/** Answers a request with a used invitation: refused, unless it repeats the request that enrolled an exit still in service. */
async function repeatEnrolment(
  trx: DatabaseTransaction,
  { exitId, keysHash }: { readonly exitId: string | null; readonly keysHash: Buffer | null },
  given: Request,
): Promise<Result<EnrolledExitWith, 'invitation_invalid'>> {
  const credential = boundCredential(given);
  if (credential === null || exitId === null || keysHash === null || !credential.keysHash.equals(keysHash))
    return err('invitation_invalid');
  const exit = await trx
    .selectFrom('exits')
    .select('credentialExpiresAt')
    .where('id', '=', exitId)
    .where('credentialHash', '=', credential.hash)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  if (exit === undefined) return err('invitation_invalid');
  const expiry =
    exit.credentialExpiresAt === null ? {} : { expiresAt: exit.credentialExpiresAt.toISOString() };
  return ok({ exitId, credential: credential.token, ...expiry });
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
