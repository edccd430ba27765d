import { X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { queryPrepared } from '../../platform/database/prepared.ts';
import { portForwardingFeature } from './port-blocks.store.ts';

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

/** What a gateway's feed needs of its row. */
export interface GatewayInForce {
  /** The hash of its current credential. */
  readonly credential: Buffer;
  /** Changes with the switch of its location (`portForwardingOf`) and the blocks of its ports. */
  readonly portForwarding: string;
}

/** Returns the gateways that are known and not retired. */
export async function gatewaysInForce(
  db: Database,
  gatewayIds: readonly string[],
): Promise<ReadonlyMap<string, GatewayInForce>> {
  const rows = await queryPrepared<GatewayInForce & { readonly id: string }>(
    db,
    {
      name: 'gateway-credentials-in-force',
      text: `
        select gateways.id, gateways.credential_hash as credential,
          concat_ws(' ', $2::text = any (locations.features), blocks.count, extract(epoch from blocks.latest)) as port_forwarding
        from gateways
        join locations on locations.code = gateways.location_code
        cross join lateral (
          select count(*) as count, max(created_at) as latest
          from gateway_port_blocks where gateway_id = gateways.id) blocks
        where gateways.id = any ($1::uuid[]) and gateways.retired_at is null`,
    },
    [gatewayIds, portForwardingFeature],
  );
  return new Map(rows.map(({ id, ...gateway }) => [id, gateway]));
}
