import { X509Certificate } from 'node:crypto';
import { dpopWindow } from '@comet/admission';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { askPrepared } from '../../platform/database/prepared.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';

/** A gateway renews its credential with its certificate, every 19 days; one that was off for longer than this has to enrol again. */
export const credentialLifeMs = 90 * 24 * 3600 * 1000;

/** The key of the leaf of a chain (PEM, leaf first) as SPKI (DER). */
export function keyOfCertificate(chain: string): Buffer {
  return new X509Certificate(chain).publicKey.export({ type: 'spki', format: 'der' });
}

/** A gateway's credential as it was presented. */
export interface FoundCredential {
  readonly id: string;
  /** What proves it (SPKI, DER); null where it is not bound to a key. */
  readonly key: Buffer | null;
  readonly expiresAt: Date | null;
  /** It has not been used yet, and takes the place of the current one. */
  readonly isNext: boolean;
  /** The gateway has called from this source before. */
  readonly isKnownSource: boolean;
}

const find = {
  name: 'find-gateway-credential',
  text: `select id, credential_hash <> $1 as is_next,
      case when credential_hash = $1 then credential_key else next_credential_key end as key,
      case when credential_hash = $1 then credential_expires_at else next_credential_expires_at end as expires_at,
      exists (select 1 from gateway_addresses where gateway_id = gateways.id and address = $2) as is_known_source
    from gateways where (credential_hash = $1 or next_credential_hash = $1) and retired_at is null`,
} as const;

export async function findCredential(
  db: Database,
  token: string,
  source: string,
): Promise<FoundCredential | null> {
  const [found] = await askPrepared<FoundCredential>(db, find, [hashOfToken(token), source]);
  return found ?? null;
}

/** Accepts a proof once: false where it was accepted before. */
export async function acceptProof(
  db: Database,
  proof: { readonly id: string; readonly gatewayId: string },
  now: Date,
): Promise<boolean> {
  // A proof may be dated up to a window ahead, and holds for another one.
  const expiresAt = new Date(now.getTime() + 2 * dpopWindow * 1000);
  const accepted = await db
    .insertInto('gatewayProofs')
    .values({ ...proof, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return accepted !== undefined;
}

export async function forgetProofs(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('gatewayProofs').where('expiresAt', '<', now).execute();
}

/** Makes the credential that follows the current one; one that was made before and never used is worth nothing from now on. */
export async function offerCredential(
  db: Database,
  gatewayId: string,
  key: Buffer,
  now: Date,
): Promise<string> {
  const { token, hash } = newSecretToken();
  await db
    .updateTable('gateways')
    .set({
      nextCredentialHash: hash,
      nextCredentialKey: key,
      nextCredentialExpiresAt: new Date(now.getTime() + credentialLifeMs),
    })
    .where('id', '=', gatewayId)
    .execute();
  return token;
}

/** Puts the credential that follows in the place of the current one. Does nothing where it has been done, or another was made since. */
export async function rotateCredential(db: Database, token: string): Promise<void> {
  await db
    .updateTable('gateways')
    .set({
      credentialHash: sql<Buffer>`next_credential_hash`,
      credentialKey: sql<Buffer>`next_credential_key`,
      credentialExpiresAt: sql<Date>`next_credential_expires_at`,
      nextCredentialHash: null,
      nextCredentialKey: null,
      nextCredentialExpiresAt: null,
    })
    .where('nextCredentialHash', '=', hashOfToken(token))
    .execute();
}

/** Notes from where a gateway calls. True for an address that is new, where others were known before it. */
export async function noteSource(
  db: Database,
  gatewayId: string,
  source: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isOther: boolean }>`
    insert into gateway_addresses (gateway_id, address, first_used_at) values (${gatewayId}, ${source}, ${now})
    on conflict do nothing
    returning exists (select 1 from gateway_addresses known where known.gateway_id = ${gatewayId}) as is_other`.execute(
    db,
  );
  return rows[0]?.isOther ?? false;
}

/** From where each gateway has called, the latest address last. */
export async function gatewaySources(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.selectFrom('gatewayAddresses').selectAll().orderBy('firstUsedAt').execute();
  const byGateway = Map.groupBy(rows, ({ gatewayId }) => gatewayId);
  return new Map([...byGateway].map(([id, used]) => [id, used.map(({ address }) => address)]));
}

/** The hash of the credential in force; null for a gateway that is unknown or retired. */
export async function credentialInForce(db: Database, gatewayId: string): Promise<Buffer | null> {
  const gateway = await db
    .selectFrom('gateways')
    .select('credentialHash')
    .where('id', '=', gatewayId)
    .where('retiredAt', 'is', null)
    .executeTakeFirst();
  return gateway?.credentialHash ?? null;
}
