import { X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { queryPrepared } from '../../platform/database/prepared.ts';

/** Returns the public key of a chain's leaf certificate (PEM, leaf first) as SPKI (DER). */
export function keyOfCertificate(chain: string): Buffer {
  return new X509Certificate(chain).publicKey.export({ type: 'spki', format: 'der' });
}

/** Records a gateway's source address. Returns true for a new address if the gateway had others before. */
export async function recordSource(
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

/** Returns each gateway's source addresses, the latest last. */
export async function gatewaySources(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.selectFrom('gatewayAddresses').selectAll().orderBy('firstUsedAt').execute();
  const byGateway = Map.groupBy(rows, ({ gatewayId }) => gatewayId);
  return new Map([...byGateway].map(([id, used]) => [id, used.map(({ address }) => address)]));
}

/** Returns the hashes of gateways' current credentials; none for a gateway that is unknown or retired. */
export async function credentialsInForce(
  db: Database,
  gatewayIds: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await queryPrepared<{ readonly id: string; readonly hash: Buffer }>(
    db,
    {
      name: 'gateway-credentials-in-force',
      text: 'select id, credential_hash as hash from gateways where id = any($1::uuid[]) and retired_at is null',
    },
    [gatewayIds],
  );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}
